import type { FinePrices } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { FineContext } from '../penalties/read-fine.ts';
import type { CardTestingLimit } from '../guards/card-testing-limit.ts';
import { ORDER_PORTS } from './order-ports.ts';
import { orderLife } from '../orders/order.flow.ts';
import type { OrderLifeClient } from '../orders/base/order-life.ts';
import type { OrderContext, OrderTiming, OrderWatch } from '../orders/base/order-context.ts';
import type { StepFailures } from '../orders/base/step-failures.ts';
import type { OpenOrderDeps } from '../orders/placing/open-order.ts';
import type { Clock, Waiting } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { paymentRestriction } from '../penalties/payment-restriction.ts';

export type OrderHandlers = ReturnType<typeof orderLife>;

/** Parts that differ between the running server and a simulation of it. */
export interface OrderParts {
  readonly db: Db;
  readonly now: Clock;
  readonly waiting: Waiting;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly logger: Logger;
  readonly timing: OrderTiming;
  readonly watch: OrderWatch;
  readonly providers: ProviderRegistry;
  /** The client of the engine that runs these handlers. */
  readonly connectEngine: (handlers: OrderHandlers) => OrderLifeClient;
  readonly cardTestingLimit: CardTestingLimit;
  readonly fines: { readonly prices: FinePrices; readonly quoteKey: Uint8Array };
  readonly ports?: Pick<OrderContext, 'deliverers' | 'cards' | 'penalties'>;
  readonly failures?: StepFailures;
}

export interface OrderProgram {
  readonly context: OrderContext;
  readonly handlers: OrderHandlers;
  readonly life: OrderLifeClient;
  readonly orders: OpenOrderDeps;
  readonly fines: FineContext;
}

/** Longer than a provider may take to answer. */
const PAY_WAIT_MS_MAX = 25_000;

/** Where a bank or a provider's page sends the payer back to. */
const returnUrls: OpenOrderDeps['returnUrls'] = (orderId, siteUrl) => ({
  frame: `${siteUrl}/bank-return.html?order_id=${orderId}`,
  page: `${siteUrl}/recharge-list?zp_show=1&zp_orderid=${orderId}&zp_h5deviceid=web`,
});

/** Orders with their flow and their ports. The server and the simulation are composed here, so that they cannot differ. */
export function composeOrders(parts: OrderParts): OrderProgram {
  const { db, now, newId, chance, logger, timing, watch, providers, cardTestingLimit, waiting } = parts;
  const context: OrderContext = {
    db,
    now,
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
    cardTestingLimit,
    paymentRestriction: (purpose, { payerDevice: device, payerAccount: accountId }, savedCardId) =>
      paymentRestriction(db, purpose, { device, accountId }, savedCardId),
    returnUrls,
    waitMsMax: PAY_WAIT_MS_MAX,
    waiting,
  };
  return { context, handlers, life, orders, fines: { db, now, ...parts.fines } };
}
