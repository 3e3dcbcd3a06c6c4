import { randomUUID } from 'node:crypto';
import { ADYEN, CHECKOUT_COM, type OrderId } from '@jawhara/domain';
import * as ledger from '../../apps/api/src/ledger/ledger.store.ts';
import * as inHand from '../../apps/api/src/orders/store/sealed-payment.store.ts';
import * as notifications from '../../apps/api/src/orders/store/webhook.store.ts';
import * as ownOrders from '../../apps/api/src/orders/store/own-orders.store.ts';
import * as stories from '../../apps/api/src/orders/store/order-story.store.ts';
import * as requests from '../../apps/api/src/orders/store/order-request.store.ts';
import * as checkCounts from '../../apps/api/src/orders/store/check-count.store.ts';
import * as orders from '../../apps/api/src/orders/store/order.store.ts';
import * as payments from '../../apps/api/src/orders/store/payment.store.ts';
import * as refunds from '../../apps/api/src/orders/store/refund.store.ts';
import * as returns from '../../apps/api/src/orders/store/return.store.ts';
import { ASKS_NOTHING, type Asking, type SamplesOf } from './sample.ts';

const PAUSE = { leastMs: 1_000, mostMs: 3_600_000 };
const SWEPT_MOST = 100;

const freshOrder = ({ rows }: Asking): orders.StoredOrder => ({
  ...rows.decided,
  id: randomUUID() as OrderId,
  state: 'created',
  creditedAt: null,
});

const requestOf = (order: orders.StoredOrder): requests.OrderRequest => ({
  payerDevice: order.payerDevice,
  requestId: order.id,
  contentDigest: Buffer.alloc(16),
});

const notification = (asking: Asking): notifications.NewWebhook => ({
  id: randomUUID(),
  provider: CHECKOUT_COM,
  eventId: `evt_${randomUUID()}`,
  eventType: 'payment_captured',
  orderId: asking.rows.open.id,
  providerPaymentId: null,
  body: '{}',
});

export const orderSamples = {
  orderById: ({ db, rows }) => orders.orderById(db, rows.decided.id),
  requireOrder: ({ db, rows }) => orders.requireOrder(db, rows.decided.id),
  lockOrder: ({ tx, rows }) => orders.lockOrder(tx, rows.open.id),
  lockIfFree: ({ tx, rows }) => orders.lockIfFree(tx, rows.open.id),
  insertOrder: (asking) => orders.insertOrder(asking.tx, freshOrder(asking), asking.rows.now),
  moveOrder: async ({ tx, rows }) => {
    await orders.moveOrder(tx, rows.open.id, {
      to: 'paid',
      at: rows.now,
      lookAfter: rows.now,
    });
    await orders.moveOrder(tx, rows.open.id, {
      to: 'delivered',
      at: rows.now,
      lookAfter: null,
    });
  },
  moveGems: ({ tx, rows }) =>
    orders.moveGems(tx, rows.decided.id, { to: rows.banned, gems: rows.decided.gems }),
  ordersPaidBefore: ({ db, rows }) => orders.ordersPaidBefore(db, rows.now, SWEPT_MOST),
  checkSoon: ({ tx, rows }) => orders.checkSoon(tx, rows.open.id, rows.now),
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
  turnToProvider: ({ tx, rows }) =>
    orders.turnToProvider(tx, rows.open.id, { provider: ADYEN, payType: 27, savedCardId: null }),
  nameProvider: ({ tx, rows }) =>
    orders.nameProvider(tx, rows.open.id, { provider: CHECKOUT_COM, payType: 23 }),
  noteCheck: ({ tx, rows }) => orders.noteCheck(tx, rows.open.id),
  forgiveGems: ({ tx, rows }) => orders.forgiveGems(tx, rows.open.id, 0),
  renewChallenge: ({ tx, rows }) =>
    orders.renewChallenge(tx, rows.open.id, { way: 'frame', url: 'https://bank.example/' }),
  claimNeglectedOrders: ({ db, rows }) => orders.claimNeglectedOrders(db, rows.now, PAUSE, SWEPT_MOST),
  countNeglectedOrders: ({ db, rows }) => orders.countNeglectedOrders(db, rows.now),
  noteRefundRequest: ({ tx, rows }) => orders.noteRefundRequest(tx, rows.open.id, rows.now),
  hasDeliveredTo: async ({ db, rows }) => {
    await orders.hasDeliveredTo(db, rows.decided.recipientId);
    await orders.hasDeliveredTo(db, rows.nobody);
  },
  hasDeliveredFrom: async ({ db, rows }) => {
    await orders.hasDeliveredFrom(db, rows.decided.payerDevice);
    await orders.hasDeliveredFrom(db, 'nobody');
  },
} satisfies SamplesOf<typeof orders>;

export const checkCountSamples = {
  checkCountsOf: ({ db, rows }) => checkCounts.checkCountsOf(db, [rows.open.id]),
  countKilledCheck: ({ db, rows }) => checkCounts.countKilledCheck(db, rows.open.id, 0),
} satisfies SamplesOf<typeof checkCounts>;

export const requestSamples = {
  knownRequest: ({ db, rows }) => requests.knownRequest(db, requestOf(rows.decided)),
  claimRequest: async (asking) => {
    await requests.claimRequest(asking.tx, requestOf(freshOrder(asking)), freshOrder(asking));
    await requests.claimRequest(asking.tx, requestOf(asking.rows.decided), freshOrder(asking));
  },
  closeRequest: (asking) => requests.closeRequest(asking.tx, requestOf(freshOrder(asking)), asking.rows.now),
  orderOfRequest: ({ db, rows }) => requests.orderOfRequest(db, requestOf(rows.decided)),
} satisfies SamplesOf<typeof requests>;

export const ownOrderSamples = {
  ordersOfPayer: async ({ db, rows }) => {
    const device = rows.card.device;
    await ownOrders.ordersOfPayer(db, { device, account: null }, SWEPT_MOST);
    const account = { id: rows.account.id, devices: [device] };
    await ownOrders.ordersOfPayer(db, { device, account }, SWEPT_MOST);
  },
  recentOrderOf: ({ db, rows }) => ownOrders.recentOrderOf(db, rows.card.device, rows.now),
} satisfies SamplesOf<typeof ownOrders>;

export const storySamples = {
  ordersByNumber: ({ db }) => stories.ordersByNumber(db, 1),
  storyOf: ({ db, rows }) => stories.storyOf(db, rows.decided.id),
  agreedVersionsOf: ({ db, rows }) => stories.agreedVersionsOf(db, rows.decided.id),
} satisfies SamplesOf<typeof stories>;

const MONEY = { currency: 'USD', minorUnits: 999 };
const CARD = { scheme: 'visa', last4: '4242', fingerprint: null };
const PAYMENT = { provider: CHECKOUT_COM, providerPaymentId: 'pay_sample' } as const;

export const paymentSamples = {
  attemptKey: ASKS_NOTHING,
  isOpenAttempt: ASKS_NOTHING,
  recordAttempt: async (asking) => {
    const order = freshOrder(asking);
    const { now } = asking.rows;
    await orders.insertOrder(asking.tx, order, now);
    const times = { at: now, lookAfter: now, livesUntil: now };
    await payments.recordAttempt(asking.tx, order, { provider: CHECKOUT_COM, payType: 23, ...times });
  },
  attemptsOf: ({ db, rows }) => payments.attemptsOf(db, rows.decided.id),
  nameAttempt: ({ tx, rows }) => payments.nameAttempt(tx, rows.open.id, PAYMENT, rows.now),
  askAgainAfter: ({ tx, rows }) => payments.askAgainAfter(tx, rows.open.id, 1, rows.now),
  closeAttempt: ({ tx, rows }) =>
    payments.closeAttempt(tx, rows.open.id, 13, { state: 'gone', at: rows.now }),
  knowPayment: ({ tx, rows }) => payments.knowPayment(tx, rows.open, PAYMENT, rows.now, rows.now),
  orderOfPayment: ({ db, rows }) => payments.orderOfPayment(db, 13, rows.providerPaymentId),
  markPaid: ({ tx, rows }) =>
    payments.markPaid(tx, rows.open.id, 1, { standing: 'kept', money: MONEY, card: CARD, at: rows.now }),
  changeAmount: ({ tx, rows }) =>
    payments.changeAmount(tx, rows.open.id, 1, { currency: 'USD', minorUnits: 1 }, rows.now),
  keepAfterAll: ({ tx, rows }) => payments.keepAfterAll(tx, rows.open.id, 1, rows.now),
  nameCardThatPaid: ({ tx, rows }) => payments.nameCardThatPaid(tx, rows.open.id, 1, CARD),
  cardThatPaid: ({ db, rows }) => payments.cardThatPaid(db, rows.decided.id),
  paymentsOf: ({ db, rows }) => payments.paymentsOf(db, rows.decided.id),
  claimAttemptsToAsk: ({ db, rows }) => payments.claimAttemptsToAsk(db, rows.now, PAUSE, SWEPT_MOST),
  countAttemptsToAsk: ({ db, rows }) => payments.countAttemptsToAsk(db, rows.now),
} satisfies SamplesOf<typeof payments>;

export const returnSamples = {
  returnsOfOrder: ({ db, rows }) => returns.returnsOfOrder(db, rows.decided.id),
  returnsToldSince: ({ db, rows }) => returns.returnsToldSince(db, rows.decided.id, rows.now),
  returnsOfOrders: ({ db, rows }) => returns.returnsOfOrders(db, [rows.decided.id, rows.open.id]),
  noteReturn: ({ tx, rows }) =>
    returns.noteReturn(tx, rows.decided, {
      provider: CHECKOUT_COM,
      word: {
        returnId: 'act_sample',
        how: 'refund',
        stage: 'taken',
        providerPaymentId: null,
        money: MONEY,
        fee: null,
      },
      at: rows.now,
    }),
} satisfies SamplesOf<typeof returns>;

const refundOf = (): refunds.Refund => ({
  id: randomUUID(),
  ...PAYMENT,
  money: MONEY,
  cause: 'sample',
  askedBy: 'sample',
});

export const refundSamples = {
  refundsOf: ({ db, rows }) => refunds.refundsOf(db, rows.decided.id),
  insertRefund: ({ tx, rows }) =>
    refunds.insertRefund(tx, rows.decided, { ...refundOf(), state: 'due' }, rows.now),
  markRefundSent: ({ tx, rows }) =>
    refunds.markRefundSent(tx, randomUUID(), { at: rows.now, isFirst: false }),
  markRefund: ({ tx, rows }) =>
    refunds.markRefund(tx, randomUUID(), { state: 'accepted', returnId: 'act_sample' }, rows.now),
  claimRefundsToSend: ({ db, rows }) => refunds.claimRefundsToSend(db, rows.now, PAUSE, SWEPT_MOST),
} satisfies SamplesOf<typeof refunds>;

export const webhookSamples = {
  storeWebhook: (asking) =>
    notifications.storeWebhook(asking.tx, notification(asking), asking.rows.now, asking.rows.now),
  webhookById: ({ db, rows }) => notifications.webhookById(db, rows.notificationId),
  markProcessed: ({ db, rows }) => notifications.markProcessed(db, rows.notificationId, rows.now),
  claimUnprocessed: ({ db, rows }) => notifications.claimUnprocessed(db, rows.now, PAUSE, SWEPT_MOST),
  claimBeforeTheirPayment: ({ db, rows }) =>
    notifications.claimBeforeTheirPayment(db, rows.now, { pause: PAUSE, oldBefore: rows.now }, SWEPT_MOST),
  reportsToldBetween: ({ db, rows }) =>
    notifications.reportsToldBetween(db, 17, {
      from: new Date(rows.now.getTime() - 86_400_000),
      to: rows.now,
    }),
  countOverdueWebhooks: ({ db, rows }) => notifications.countOverdueWebhooks(db, rows.now),
  webhooksOf: ({ db, rows }) => notifications.webhooksOf(db, rows.decided.id),
  unprocessedWebhooks: ({ db, rows }) => notifications.unprocessedWebhooks(db, rows.now, SWEPT_MOST),
  webhooksWithoutOrder: ({ db }) => notifications.webhooksWithoutOrder(db, SWEPT_MOST),
  webhookLines: ({ db, rows }) => notifications.webhookLines(db, [rows.notificationId]),
  putBackInInbox: ({ tx, rows }) =>
    notifications.putBackInInbox(tx, rows.notificationId, {
      orderId: rows.decided.id,
      handOverAfter: rows.now,
    }),
} satisfies SamplesOf<typeof notifications>;

export const sealedPaymentSamples = {
  insertSealedPayment: ({ db }) =>
    inHand.insertSealedPayment(db, { id: randomUUID(), sealed: Buffer.alloc(4_000), goneAfterMs: 1 }),
  sealedPaymentById: ({ db }) => inHand.sealedPaymentById(db, randomUUID()),
  deleteSealedPayment: ({ db }) => inHand.deleteSealedPayment(db, randomUUID()),
  deleteAbandonedPayments: ({ db }) => inHand.deleteAbandonedPayments(db),
} satisfies SamplesOf<typeof inHand>;

export const ledgerSamples = {
  balanceOf: ({ db, rows }) => ledger.balanceOf(db, rows.decided.recipientId),
  writtenBooks: ({ db, rows }) => ledger.writtenBooks(db, rows.decided.id),
  writeTransfer: ({ tx, rows }) =>
    ledger.writeTransfer(tx, rows.open, {
      kind: 'sample',
      why: 'sample',
      entries: [
        { account: 'provider:13', unit: 'USD', amount: 1 },
        { account: 'payers-money', unit: 'USD', amount: -1 },
      ],
      at: rows.now,
    }),
} satisfies SamplesOf<typeof ledger>;
