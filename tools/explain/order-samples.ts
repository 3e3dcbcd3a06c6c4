import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import * as alerts from '../../apps/api/src/alerts/alert.store.ts';
import * as ledger from '../../apps/api/src/gems/ledger.store.ts';
import * as notifications from '../../apps/api/src/orders/notification.store.ts';
import * as stories from '../../apps/api/src/orders/order-story.store.ts';
import * as orders from '../../apps/api/src/orders/order.store.ts';
import * as payments from '../../apps/api/src/orders/payment.store.ts';
import { ASKS_NOTHING, type Asking, type SamplesOf } from './sample.ts';

const PAUSE = { leastMs: 1_000, mostMs: 3_600_000 };
const SWEPT_MOST = 100;

const freshOrder = ({ rows }: Asking): orders.StoredOrder => ({
  ...rows.decided,
  id: randomUUID() as OrderId,
  state: 'created',
  creditedAt: null,
});

const requestOf = (order: orders.StoredOrder): orders.OrderRequest => ({
  payerDevice: order.payerDevice,
  requestId: order.id,
  contentDigest: Buffer.alloc(16),
});

const notification = (asking: Asking): notifications.Notification => ({
  id: randomUUID(),
  provider: 13,
  eventId: `evt_${randomUUID()}`,
  eventType: 'payment_captured',
  orderId: asking.rows.open.id,
  body: '{}',
});

export const orderSamples = {
  orderById: ({ db, rows }) => orders.orderById(db, rows.decided.id),
  requireOrder: ({ db, rows }) => orders.requireOrder(db, rows.decided.id),
  lockOrder: ({ tx, rows }) => orders.lockOrder(tx, rows.open.id),
  knownRequest: ({ db, rows }) => orders.knownRequest(db, requestOf(rows.decided)),
  claimRequest: async (asking) => {
    await orders.claimRequest(asking.tx, requestOf(freshOrder(asking)), freshOrder(asking));
    await orders.claimRequest(asking.tx, requestOf(asking.rows.decided), freshOrder(asking));
  },
  closeRequest: (asking) => orders.closeRequest(asking.tx, requestOf(freshOrder(asking)), asking.rows.now),
  orderOfRequest: ({ db, rows }) => orders.orderOfRequest(db, requestOf(rows.decided)),
  insertOrder: (asking) => orders.insertOrder(asking.tx, freshOrder(asking), asking.rows.now),
  moveOrder: async ({ tx, rows }) => {
    await orders.moveOrder(tx, rows.open.id, {
      to: 'paid',
      at: rows.now,
      lookAfter: rows.now,
      rivalsLookAfter: rows.now,
    });
    await orders.moveOrder(tx, rows.open.id, {
      to: 'delivered',
      at: rows.now,
      lookAfter: null,
      rivalsLookAfter: rows.now,
    });
  },
  nameCard: ({ tx, rows }) => orders.nameCard(tx, rows.open.id, rows.card.id),
  holdOrder: ({ tx, rows }) => orders.holdOrder(tx, rows.open.id),
  releaseOrder: ({ tx, rows }) => orders.releaseOrder(tx, rows.open.id),
  writeEvent: ({ tx, rows }) =>
    orders.writeEvent(tx, {
      id: randomUUID(),
      orderId: rows.open.id,
      recipientId: rows.open.recipientId,
      at: rows.now,
      kind: 'sample',
      from: 'pending',
      to: 'paid',
      detail: {},
    }),
  turnToProvider: ({ tx, rows }) => orders.turnToProvider(tx, rows.open.id, { provider: 17, payType: 27 }),
  nameProvider: ({ tx, rows }) => orders.nameProvider(tx, rows.open.id, { provider: 13, payType: 23 }),
  endRivalry: async ({ tx, rows }) => {
    await orders.endRivalry(tx, rows.open.id, false);
    await orders.endRivalry(tx, rows.open.id, true);
  },
  renewChallenge: ({ tx, rows }) =>
    orders.renewChallenge(tx, rows.open.id, { way: 'frame', url: 'https://bank.example/' }),
  claimNeglectedOrders: ({ db, rows }) => orders.claimNeglectedOrders(db, rows.now, PAUSE, SWEPT_MOST),
  countNeglectedOrders: ({ db, rows }) => orders.countNeglectedOrders(db, rows.now),
  hasDeliveredTo: async ({ db, rows }) => {
    await orders.hasDeliveredTo(db, rows.decided.recipientId);
    await orders.hasDeliveredTo(db, rows.nobody);
  },
  hasDeliveredFrom: async ({ db, rows }) => {
    await orders.hasDeliveredFrom(db, rows.decided.payerDevice);
    await orders.hasDeliveredFrom(db, 'nobody');
  },
} satisfies SamplesOf<typeof orders>;

export const storySamples = {
  ordersByNumber: ({ db }) => stories.ordersByNumber(db, 1),
  storyOf: ({ db, rows }) => stories.storyOf(db, rows.decided.id),
} satisfies SamplesOf<typeof stories>;

const MONEY: payments.ProviderMoney = {
  provider: 13,
  providerPaymentId: 'pay_sample',
  amountMinorUnits: 999,
  currency: 'USD',
};

export const paymentSamples = {
  attemptKey: ASKS_NOTHING,
  recordAttempt: async (asking) => {
    const order = freshOrder(asking);
    await orders.insertOrder(asking.tx, order, asking.rows.now);
    await payments.recordAttempt(asking.tx, order, order.provider, asking.rows.now);
  },
  attemptsOf: ({ db, rows }) => payments.attemptsOf(db, rows.decided.id),
  nameAttempt: ({ tx, rows }) =>
    payments.nameAttempt(tx, rows.open.id, { provider: 13, providerPaymentId: 'pay_sample' }, rows.now),
  setApart: ({ tx, rows }) => payments.setApart(tx, rows.open, MONEY, rows.now),
  isSetApart: ({ db, rows }) => payments.isSetApart(db, rows.decided.id, rows.providerPaymentId),
  keepPayment: async ({ tx, rows }) => {
    await payments.keepPayment(tx, rows.open, MONEY, rows.now);
    await payments.keepPayment(tx, rows.open, { ...MONEY, providerPaymentId: 'pay_second' }, rows.now);
  },
  isKeptPayment: ({ db, rows }) => payments.isKeptPayment(db, rows.decided.id, rows.providerPaymentId),
  markRefunded: ({ tx, rows }) =>
    payments.markRefunded(tx, rows.decided.id, rows.providerPaymentId, rows.now),
  closeAttempt: ({ tx, rows }) => payments.closeAttempt(tx, rows.open.id, 13, rows.now),
  refundsDue: ({ db, rows }) => payments.refundsDue(db, rows.decided.id),
} satisfies SamplesOf<typeof payments>;

export const notificationSamples = {
  storeNotification: (asking) =>
    notifications.storeNotification(asking.tx, notification(asking), asking.rows.now, asking.rows.now),
  notificationById: ({ db, rows }) => notifications.notificationById(db, rows.notificationId),
  markProcessed: ({ db, rows }) => notifications.markProcessed(db, rows.notificationId, rows.now),
  claimUnprocessed: ({ db, rows }) => notifications.claimUnprocessed(db, rows.now, PAUSE, SWEPT_MOST),
  countOverdueNotifications: ({ db, rows }) => notifications.countOverdueNotifications(db, rows.now),
} satisfies SamplesOf<typeof notifications>;

export const ledgerSamples = {
  creditOnce: ({ tx, rows }) => ledger.creditOnce(tx, rows.open, rows.now),
  takeBackOnce: ({ tx, rows }) => ledger.takeBackOnce(tx, rows.open, 'refunded', rows.now),
  bookFineOnce: ({ tx, rows }) => ledger.bookFineOnce(tx, rows.open, rows.now),
} satisfies SamplesOf<typeof ledger>;

export const alertSamples = {
  raiseAlert: ({ tx, rows }) =>
    alerts.raiseAlert(tx, {
      id: randomUUID(),
      kind: 'second-payment',
      orderId: rows.open.id,
      recipientId: rows.open.recipientId,
      providerPaymentId: 'pay_sample',
      detail: {},
      at: rows.now,
    }),
  countOpenAlerts: ({ db }) => alerts.countOpenAlerts(db),
} satisfies SamplesOf<typeof alerts>;
