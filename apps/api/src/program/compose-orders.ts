import { DELIVERY_IS_LATE_AFTER_MS } from '@jawhara/domain';
import type { Logger } from 'pino';
import { countOpenAlerts } from '../alerts/alert.store.ts';
import type { CardTestingLimit } from '../guards/card-testing-limit.ts';
import type { OrderContext, OrderTiming, OrderWatch } from '../orders/base/order-context.ts';
import type { OrderLifeClient } from '../orders/base/order-life.ts';
import type { StepFailures } from '../orders/base/park-failing-steps.ts';
import { orderLife } from '../orders/order.flow.ts';
import type { OpenOrderDeps } from '../orders/placing/open-order.ts';
import { countNeglectedOrders, countPaidBefore } from '../orders/store/order.store.ts';
import { countAttemptsToAsk, countOpenAttempts } from '../orders/store/payment.store.ts';
import { countOverdueWebhooks } from '../orders/store/webhook.store.ts';
import { paymentRestriction } from '../penalties/chargeback-penalties.ts';
import type { FineContext } from '../penalties/read-fine.ts';
import type { Clock, Waiting } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Db } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { countCardsToForget } from '../saved-cards/card-to-forget.store.ts';
import { ownDirectories, type Directories, ORDER_PORTS } from './ports.ts';

/** Counts order events for metrics, and reports paid attempts to the card testing limit. */
export function watchOrders(metrics: Metrics, cardTestingLimit: CardTestingLimit): OrderWatch {
  return {
    moved(orderId, from, to) {
      metrics.orderMoved(from, to);
      if (to === 'paid' && from !== 'delivering') cardTestingLimit.paid(orderId);
    },
    refused({ provider, outcome, code, cardPrefix }) {
      metrics.paymentRefused(provider, outcome, code);
      if (cardPrefix !== undefined) cardTestingLimit.declined(cardPrefix);
    },
    notification: (end) => metrics.notification(end),
  };
}

const OPEN_LONG_MS = 30 * 60_000;

/** Sizes of the backlog, read from the tables whenever metrics are scraped, so every process reports the same numbers. */
export function watchBacklog(metrics: Metrics, { db, now }: Pick<OrderContext, 'db' | 'now'>): void {
  metrics.watch('alerts_open', 'Alerts that nobody has closed', () => countOpenAlerts(db));
  metrics.watch('notifications_overdue', 'Stored notifications past the time for their hand-over', () =>
    countOverdueWebhooks(db, now()),
  );
  metrics.watch('orders_neglected', 'Orders past the time somebody should have looked after them', () =>
    countNeglectedOrders(db, now()),
  );
  metrics.watch('orders_paid_not_delivered', 'Orders paid for longer than a delivery may take', () =>
    countPaidBefore(db, new Date(now().getTime() - DELIVERY_IS_LATE_AFTER_MS)),
  );
  metrics.watch('attempts_open_long', 'Payment attempts without an answer for half an hour', () =>
    countOpenAttempts(db, new Date(now().getTime() - OPEN_LONG_MS)),
  );
  metrics.watch('cards_to_forget', 'Cards that providers have not forgotten yet', () =>
    countCardsToForget(db),
  );
  metrics.watch('attempts_to_ask', 'Payment attempts whose next look at the provider is due', () =>
    countAttemptsToAsk(db, now()),
  );
}

export type OrderHandlers = ReturnType<typeof orderLife>;

/** Parts that differ between the running server and a simulation of it. */
export interface OrderParts {
  readonly db: Db;
  readonly now: Clock;
  readonly isClockRight: OrderContext['isClockRight'];
  readonly waiting: Waiting;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly logger: Logger;
  readonly timing: OrderTiming;
  readonly watch: OrderWatch;
  readonly providers: ProviderRegistry;
  /** Connects to the workflow engine, which runs these handlers. */
  readonly connectEngine: (handlers: OrderHandlers) => OrderLifeClient;
  readonly cardTestingLimit: CardTestingLimit;
  readonly fines: Pick<FineContext, 'prices' | 'quoteKeys'>;
  readonly ports?: Pick<OrderContext, 'deliverers' | 'cards' | 'penalties' | 'news'>;
  readonly directories?: Directories;
  readonly failures?: StepFailures;
}

export interface OrderProgram {
  readonly context: OrderContext;
  readonly handlers: OrderHandlers;
  readonly life: OrderLifeClient;
  readonly orders: OpenOrderDeps;
  readonly fines: FineContext;
}

/** How long a payer's request waits for its payment: longer than the longest call to a provider, so that it gets the result. */
const PAY_WAIT_MS_MAX = 25_000;

/** The addresses to which a bank or a provider's page sends the payer back. */
const returnUrls: OpenOrderDeps['returnUrls'] = (orderId, siteUrl) => ({
  frame: `${siteUrl}/bank-return.html?order_id=${orderId}`,
  page: `${siteUrl}/recharge-list?zp_show=1&zp_orderid=${orderId}&zp_h5deviceid=web`,
});

/** Orders with their flow and their ports. The server and the simulation are composed here, so that they cannot differ. */
export function composeOrders(parts: OrderParts): OrderProgram {
  const directories = parts.directories ?? ownDirectories(parts.db, parts.now);
  const { db, now, newId, chance, logger, timing, watch, providers, cardTestingLimit, waiting } = parts;
  const context: OrderContext = {
    db,
    now,
    isClockRight: parts.isClockRight,
    newId,
    chance,
    logger,
    timing,
    watch,
    ...(parts.ports ?? ORDER_PORTS),
  };
  const { failures } = parts;
  const handlers = orderLife({ context, providers, ...(failures !== undefined && { failures }) });
  const life = parts.connectEngine(handlers);
  const orders: OpenOrderDeps = {
    context,
    providers,
    life,
    accounts: directories.accounts,
    cardTestingLimit,
    paymentRestriction: (purpose, { payerDevice: device, payerAccount: accountId }, savedCardId) =>
      paymentRestriction(db, purpose, { device, accountId }, savedCardId),
    returnUrls,
    waitMsMax: PAY_WAIT_MS_MAX,
    waiting,
  };
  return { context, handlers, life, orders, fines: { db, now, ...parts.fines, ...directories } };
}
