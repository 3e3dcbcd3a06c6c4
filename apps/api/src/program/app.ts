import { describeBan, WALLET_CHANNELS, type AccountId, type OrderId } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import type { Redis } from '../platform/redis.ts';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { providerAlerts, walletAlerts } from '../alerts/provider-alerts.ts';
import { ownDirectories, type Directories, ORDER_PORTS } from './ports.ts';
import type { Deliverers } from '../orders/base/order-ports.ts';
import type { StepFailures } from '../orders/base/park-failing-steps.ts';
import { composeOrders, watchBacklog, watchOrders, type OrderHandlers } from './compose-orders.ts';
import { accountRoutes, loginRoutes } from '../accounts/accounts.routes.ts';
import { accountBehind, sessionUseRecorder, type SessionDeps } from '../accounts/session-key.ts';
import { signInTries } from '../accounts/sign-in-tries.ts';
import { signInProvidersOf, socialChecks } from '../accounts/social-sign-in.ts';
import { feedbackCalls } from './feedback-calls.ts';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import { fineRoutes } from '../penalties/fines.routes.ts';
import { standingOf } from '../penalties/read-fine.ts';
import { createGuards } from '../guards/create-guards.ts';
import { failedTries } from '../guards/failed-tries.ts';
import { providerHealth, walletHealth, type ProviderHealth } from '../guards/provider-health.ts';
import { gemPackRoutes } from '../gem-packs/gem-packs.routes.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { deviceTransferCalls, pageCalls } from './page-calls.ts';
import type { CallerDeps } from '../http/caller.ts';
import { createDevices, type Devices } from '../http/devices.ts';
import { guardDoor } from '../http/door.ts';
import { router, type Route } from '../http/route.ts';
import { createServer, createDraining, letConnectionsGo, type Draining } from '../http/server.ts';
import { shedLoad } from '../http/shed-load.ts';
import { cardSessionRoutes } from '../card-sessions/card-session.routes.ts';
import { webhookRoutes } from '../orders/webhooks/webhooks.routes.ts';
import type { OrderLifeClient } from '../orders/base/order-life.ts';
import { orderTiming, type OrderContext } from '../orders/base/order-context.ts';
import { orderRoutes } from '../orders/orders.routes.ts';
import { payerHistory } from '../orders/queries/payer-history.ts';
import type { OpenOrderDeps } from '../orders/placing/open-order.ts';
import { walletChannelsFor, walletDisplayName } from '../site-config/read-site-config.ts';
import { tellChoice } from '../wallets/check-domain.ts';
import { walletRoutes } from '../wallets/wallets.routes.ts';
import { systemClock, systemWaiting, type Clock } from '../platform/clock.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { Db } from '../platform/postgres.ts';
import { aliveService, restateClient, restateObject } from '../platform/restate.ts';
import { knownMigrations } from '../platform/migrate-database.ts';
import { timeOrderedId, type Chance } from '../platform/time-ordered-id.ts';
import { connectProviders, providersOf } from './connect-providers.ts';
import { mailReturnRoutes, mailRoutes } from '../mails/mails.routes.ts';
import { mailOfOrder } from '../mails/subscribe.ts';
import type { StoredOrder } from '../orders/store/order.store.ts';
import { orderSearchRoutes } from '../order-search/order-search.routes.ts';
import { mayReadByLink } from '../order-search/order-search.ts';
import { receiptLink } from '../receipts/receipt.ts';
import { receiptRoutes } from '../receipts/receipts.routes.ts';
import { roomRoutes } from '../rooms/rooms.routes.ts';
import { recipientRoutes } from '../recipients/recipients.routes.ts';
import type { CardDeps } from '../saved-cards/change-card.ts';
import { savedCardRoutes } from '../saved-cards/saved-cards.routes.ts';
import type { TelemetryRecorder } from '../telemetry/telemetry-recorder.ts';
import { clockCheck } from '../system/clock-check.ts';
import { countryOfCall } from '../system/country-of-call.ts';
import { readReadiness, type Readiness } from '../system/readiness.ts';
import { writeProbe } from '../system/system.store.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

export interface AppDeps {
  readonly env: Env;
  readonly db: Db;
  readonly redis: Redis;
  readonly logger: Logger;
  readonly now: Clock;
  readonly chance: Chance;
  /** The shop's own tables of accounts, unless a test passes others. */
  readonly directories?: Directories;
  /** The shop's own ledger and bans, unless a test passes others. */
  readonly deliverers?: Deliverers;
  /** Closes the connections to a database server that was demoted to a standby. */
  readonly leaveDatabase?: () => void;
  /** The clock of the machine, which is compared with the database's clock. Tests that move `now` do not move this clock. */
  readonly machineClock?: Clock;
  /** Counts failed tries of steps. Each process has its own counter, unless a test passes one that allows fewer tries. */
  readonly failures?: StepFailures;
}

export interface App {
  readonly server: FastifyInstance;
  readonly flows: ReturnType<typeof flowsOf>;
  readonly draining: Draining;
  readonly readiness: () => Promise<Readiness>;
  readonly context: OrderContext;
  readonly life: OrderLifeClient;
  readonly telemetry: TelemetryRecorder;
  readonly metrics: Metrics;
  readonly feedback: FeedbackContext;
  readonly cards: CardDeps;
}

function callersOf(sessions: SessionDeps, logger: Logger, devices: Devices): CallerDeps {
  const recordUse = sessionUseRecorder(sessions.db, logger);
  return {
    devices,
    accountBehind: (key, device) => accountBehind({ ...sessions, recordUse }, key, device),
  };
}

function accountCalls(
  route: Route,
  sessions: SessionDeps,
  { env, redis, logger, directories }: Pick<Required<AppDeps>, 'env' | 'redis' | 'logger' | 'directories'>,
): void {
  const { triesPerAccount, triesPerAddress, triesWindowS: windowS } = env.logins;
  const triesAt = (name: string) => failedTries({ redis, name, windowS, logger });
  loginRoutes(route, {
    sessions,
    accounts: directories.accounts,
    tries: signInTries({
      db: sessions.db,
      passwords: triesAt('password'),
      tickets: triesAt('ticket'),
      tokens: triesAt('token'),
      perAccount: triesPerAccount,
      perAddress: triesPerAddress,
    }),
    ...socialChecks(env.logins, sessions.now),
    deviceKeys: env.deviceKeys,
    signInProviders: (nonce) => signInProvidersOf(env.logins, nonce),
  });
}

function readinessOf(
  { env, db, redis, now, leaveDatabase }: Pick<AppDeps, 'env' | 'db' | 'redis' | 'now' | 'leaveDatabase'>,
  isClockRight: () => Promise<boolean>,
  { isOn }: Draining,
): () => Promise<Readiness> {
  const migrations = knownMigrations();
  const { restateIngress: engine, orderObject } = env;
  const takesWrites = writeProbe(db, now, leaveDatabase);
  const needsClock = env.running.flows !== null;
  const of = { db, redis, engine, orderObject, migrations, takesWrites, isClockRight, needsClock };
  return () => readReadiness({ ...of, isDraining: isOn, now });
}

function walletCalls(
  route: Route,
  orders: OpenOrderDeps,
  { env, redis, health }: { readonly env: Env; readonly redis: Redis; readonly health: ProviderHealth },
): void {
  const { context, providers } = orders;
  const { db, now, logger } = context;
  const wallets = walletHealth(redis, WALLET_CHANNELS, now, logger);
  walletRoutes(route, {
    orders,
    payableHosts: env.payableHosts,
    providers,
    displayName: () => walletDisplayName(db),
    health: wallets,
    factsOf: (reader) => walletChannelsFor(context, reader),
    trouble: async () => ({ providers: await health.failing(), wallets: await wallets.failing() }),
    chosen: tellChoice({ logger, alerts: walletAlerts(context) }),
  });
}

const ORDER_SEARCH_WINDOW_S = 3_600;

function orderCalls(
  route: Route,
  orders: OpenOrderDeps,
  { env: { promises, receiptKeys, mail, guards }, redis }: Pick<AppDeps, 'env' | 'redis'>,
): void {
  const { context } = orders;
  const { db, now, newId, logger } = context;
  const searches = failedTries({ redis, name: 'order-search', windowS: ORDER_SEARCH_WINDOW_S, logger });
  const receiptLinkOf = (orderId: OrderId) => receiptLink(orderId, receiptKeys);
  const mailOf = (order: StoredOrder) => mailOfOrder({ db, keys: mail?.keys ?? null }, order);
  orderRoutes(route, {
    ...orders,
    deliveryLimitHours: promises.deliveryLimitHours,
    receiptLinkOf,
    mailOf,
    mayReadByLink: (orderId, device) => mayReadByLink({ db, now }, orderId, device),
  });
  orderSearchRoutes(route, {
    db,
    now,
    newId,
    searches,
    factor: guards.factor,
    keys: mail?.keys ?? null,
  });
  receiptRoutes(route, { db, now, receiptKeys });
  mailRoutes(route, { context, mail });
}

function flowsOf({ orderObject, running }: Env, handlers: OrderHandlers) {
  return [restateObject(orderObject, handlers), aliveService(orderObject, running.build)] as const;
}

/** Puts the program together without starting it. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { env, db, redis, logger, now, chance, directories = ownDirectories(deps.db, deps.now) } = deps;
  const newId = () => timeOrderedId(now, chance);
  const metrics = createMetrics();
  const guards = createGuards({ redis, now, logger, metrics, settings: env.guards });
  const health = providerHealth(redis, providersOf(env), now, logger);
  const alerts = providerAlerts({ db, now, newId, logger });
  const isClockRight = clockCheck({ db, machineClock: deps.machineClock ?? systemClock, logger });
  const providers = connectProviders(env, { metrics, logger, health, ...alerts }, now);
  const { context, handlers, life, orders, fines } = composeOrders({
    db,
    now,
    isClockRight,
    waiting: systemWaiting,
    newId,
    chance,
    logger,
    timing: orderTiming(env),
    watch: watchOrders(metrics, guards.cardTestingLimit),
    providers,
    connectEngine: () => restateClient(env.restateIngress, env.orderObject),
    cardTestingLimit: guards.cardTestingLimit,
    fines: { prices: env.finePrices, quoteKeys: env.fineQuoteKeys },
    directories,
    ...(deps.failures && { failures: deps.failures }),
    ...(deps.deliverers && { ports: { ...ORDER_PORTS, deliverers: deps.deliverers } }),
  });
  const flows = flowsOf(env, handlers);
  const draining = createDraining();
  const readiness = readinessOf(deps, isClockRight, draining);

  const server = await createServer(logger, newId, env.trustedProxies);
  const sessions: SessionDeps = { db, now, chance };
  const devices = createDevices(env, chance);
  const callers = callersOf(sessions, logger, devices);
  letConnectionsGo(server, draining);
  shedLoad(server, { ...env.shedding, monotonicMs: systemWaiting.monotonicMs }, metrics);
  guardDoor(server, { door: guards.door, metrics, devices: callers.devices });
  watchBacklog(metrics, context);
  const route = router(server, callers, guards.door);
  accountCalls(route, sessions, { env, redis, logger, directories });
  deviceTransferCalls(server, route, { ...sessions, ...env, devices });
  const country = await countryOfCall(env);
  gemPackRoutes(route, { db, now, country, history: payerHistory });
  const page = { env, db, logger, now, newId, health, budget: guards.telemetry, country, readiness };
  const telemetry = pageCalls(server, route, page);
  orderCalls(route, orders, { env, redis });
  fineRoutes(route, { fines, orders, names: guards.names, country });
  const banOf = async (accountId: AccountId) => {
    const standing = await standingOf(fines, { accountId, isBanned: true });
    return standing.kind === 'not-reachable' ? null : describeBan(standing);
  };
  const { accounts, recipients } = directories;
  accountRoutes(route, { db, accounts, statuses: guards.statuses });
  recipientRoutes(route, { db, recipients, names: guards.names, banOf });
  const cards: CardDeps = { db, now, newId, logger, providers };
  savedCardRoutes(route, {
    context,
    cards,
    expiryTries: rateLimit(redis, 'card-expiry', HOUR_S, logger, 'refuse'),
    expiryTriesPerHour: env.cardExpiryTriesPerHour,
  });
  roomRoutes(route, env.rooms, { now, chance });
  cardSessionRoutes(route, { db, logger, providers });
  walletCalls(route, orders, { env, redis, health });
  const feedback = await feedbackCalls(server, route, callers, { ...sessions, env, redis, logger, newId });
  await webhookRoutes(server, context, providers, life);
  await mailReturnRoutes(server, { context, mail: env.mail });
  return { server, flows, draining, readiness, context, life, telemetry, feedback, cards, metrics };
}
