import type { FastifyInstance } from 'fastify';
import type { Redis } from './platform/redis.ts';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { loginRoutes } from './accounts/logins.routes.ts';
import type { SessionDeps } from './accounts/session-key.ts';
import { socialChecks } from './accounts/social/social-checks.ts';
import { feedbackCalls } from './feedback-calls.ts';
import type { FeedbackContext } from './feedback/feedback-context.ts';
import { quoteKeyFrom } from './fines/fine-quote.ts';
import { fineRoutes } from './fines/fines.routes.ts';
import { createGuards } from './guards/create-guards.ts';
import { providerHealth } from './guards/provider-health.ts';
import { gemPackRoutes } from './gem-packs/gem-packs.routes.ts';
import { rateLimit } from './platform/rate-limit.ts';
import { guardDoor } from './http/door.ts';
import { router, type Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { cardSessionRoutes } from './orders/card-session.routes.ts';
import { notificationRoutes } from './orders/notifications.routes.ts';
import { ORDER_OBJECT, orderLife } from './orders/order.flow.ts';
import type { OrderContext } from './orders/order-context.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { payerHistory } from './orders/payer-history.ts';
import type { OpenOrderDeps, OrderLifeClient } from './orders/open-order.ts';
import { walletRoutes } from './orders/wallets.routes.ts';
import { pageCalls } from './page-calls.ts';
import { watchBacklog, watchOrders } from './watch-orders.ts';
import type { Clock } from './platform/clock.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import type { Db } from './platform/postgres.ts';
import { restateClient, restateObject } from './platform/restate.ts';
import { timeOrderedId, type Chance } from './platform/time-ordered-id.ts';
import { connectProviders, providersOf } from './connect-providers.ts';
import { recipientRoutes } from './recipients/recipients.routes.ts';
import { savedCardRoutes } from './saved-cards/saved-cards.routes.ts';
import type { TelemetryRecorder } from './telemetry/telemetry-recorder.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

export interface AppDeps {
  readonly env: Env;
  readonly db: Db;
  readonly redis: Redis;
  readonly logger: Logger;
  readonly now: Clock;
  readonly chance: Chance;
  /** The engine's name for our orders; tests that share an engine take one each. */
  readonly orderObjectName?: string;
}

export interface App {
  readonly server: FastifyInstance;
  readonly orderObject: ReturnType<typeof restateObject>;
  readonly context: OrderContext;
  readonly life: OrderLifeClient;
  readonly telemetry: TelemetryRecorder;
  readonly metrics: Metrics;
  readonly feedback: FeedbackContext;
}

/** Twice the slowest timer an order has while somebody looks after it, and never so short that the sweeper races the engine. */
function neglectedAfterMs(env: Env): number {
  return Math.max(2 * env.askProviderAfterMs, 2_000);
}

function accountCalls(
  route: Route,
  sessions: SessionDeps,
  { env, redis, logger }: Pick<AppDeps, 'env' | 'redis' | 'logger'>,
): void {
  accountRoutes(route, {
    db: sessions.db,
    checks: rateLimit(redis, 'status-check', MINUTE_S, logger),
    checksPerMinute: env.statusChecksPerMinute,
  });
  loginRoutes(route, {
    sessions,
    tries: rateLimit(redis, 'login', env.logins.triesWindowS, logger, 'refuse'),
    triesPerAccount: env.logins.triesPerAccount,
    triesPerAddress: env.logins.triesPerAddress,
    ...socialChecks(env.logins, sessions.now),
  });
}

/** Everything wired, nothing started. */
export async function createApp({
  env,
  db,
  redis,
  logger,
  now,
  chance,
  orderObjectName = ORDER_OBJECT,
}: AppDeps): Promise<App> {
  const newId = () => timeOrderedId(now, chance);
  const metrics = createMetrics();
  const guards = createGuards({ redis, now, logger, metrics, settings: env.guards });
  const health = providerHealth(redis, providersOf(env), now, logger);
  const providers = connectProviders(env, { metrics, logger, health }, now);
  const context: OrderContext = {
    db,
    now,
    newId,
    logger,
    timing: {
      expiresAfterMs: env.orderExpiresAfterMs,
      askAfterMs: env.askProviderAfterMs,
      neglectedAfterMs: neglectedAfterMs(env),
    },
    watch: watchOrders(metrics, guards.shield),
  };
  const life: OrderLifeClient = restateClient(env.restateIngressUrl, orderObjectName);
  const orderObject = restateObject(orderObjectName, orderLife({ context, providers }));

  const server = await createServer(logger, newId);
  guardDoor(server, { door: guards.door, metrics, sessions: { db, now, chance } });
  watchBacklog(metrics, context);
  const route = router(server, { db, now, chance }, guards.door);
  accountCalls(route, { db, now, chance }, { env, redis, logger });
  recipientRoutes(route, { db, names: guards.names });
  gemPackRoutes(route, { db, history: payerHistory(db) });
  const telemetry = await pageCalls(server, route, { env, db, redis, logger, now, newId, health });
  const orders: OpenOrderDeps = {
    context,
    providers,
    life,
    shield: guards.shield,
    returnUrls: (orderId) => ({
      frame: `${env.siteUrl}/bank-return.html?order_id=${orderId}`,
      page: `${env.siteUrl}/recharge-list?zp_show=1&zp_orderid=${orderId}&zp_h5deviceid=web`,
    }),
    waitMsMax: 25_000,
  };
  orderRoutes(route, orders);
  const quoteKey = quoteKeyFrom(env.checkoutCom.secretKey);
  const fines = { db, now, baseUsdCents: env.fineBaseUsdCents, quoteKey };
  fineRoutes(route, { fines, orders, names: guards.names });
  savedCardRoutes(route, {
    context,
    providers,
    expiryTries: rateLimit(redis, 'card-expiry', HOUR_S, logger, 'refuse'),
    expiryTriesPerHour: env.cardExpiryTriesPerHour,
  });
  cardSessionRoutes(route, { db, logger, providers });
  walletRoutes(route, context, { payableHosts: env.payableHosts, providers });
  const feedback = await feedbackCalls(server, route, { db, now, chance }, { env, redis, logger, newId });
  await notificationRoutes(server, context, providers, life);
  return { server, orderObject, context, life, telemetry, feedback, metrics };
}
