import { describe, expect, it } from 'vitest';
import { countTheMoney, hasFailed } from './count-the-money.ts';
import type { Evidence } from './evidence.ts';

const PRICE = 999;
const GEMS = 1060;

const booked = (id: string, reference: string, captured = PRICE, refunded = 0) => ({
  id,
  reference,
  amount: captured,
  requested: PRICE,
  captured,
  refunded,
  status: 'Captured',
});

const order = (
  id: string,
  recipientId: number,
  state: 'delivered' | 'pending' | 'refused',
  isHeld = false,
) => ({
  id,
  recipientId,
  priceUsdCents: PRICE,
  gems: GEMS,
  state,
  isHeld,
});

const credit = (orderId: string, accountId: number) => [
  { orderId, kind: 'credit', account: `account:${accountId}`, unit: 'gem', amount: GEMS },
  { orderId, kind: 'credit', account: 'gems-issued', unit: 'gem', amount: -GEMS },
  { orderId, kind: 'credit', account: 'provider:13', unit: 'usd-cent', amount: PRICE },
  { orderId, kind: 'credit', account: 'gem-sales', unit: 'usd-cent', amount: -PRICE },
];

/** A small run in which everything went right: two paid (one charged twice), one held, one refused. */
const GOOD: Evidence = {
  orders: [
    order('paid', 1, 'delivered'),
    order('twice', 2, 'delivered'),
    order('held', 1, 'pending', true),
    order('refused', 2, 'refused'),
  ],
  requests: ['paid', 'twice', 'held', 'refused'].map((orderId) => ({
    requestId: `request-${orderId}`,
    orderId,
  })),
  transfers: [
    { orderId: 'paid', kind: 'credit' },
    { orderId: 'twice', kind: 'credit' },
  ],
  entries: [...credit('paid', 1), ...credit('twice', 2)],
  balances: [
    { accountId: 1, gems: GEMS },
    { accountId: 2, gems: GEMS },
  ],
  payments: [
    { orderId: 'paid', providerPaymentId: 'pay_1', state: 'paid', isKept: true },
    { orderId: 'twice', providerPaymentId: 'pay_2', state: 'paid', isKept: true },
    { orderId: 'twice', providerPaymentId: 'pay_3', state: 'refunded', isKept: false },
  ],
  notifications: [
    { id: 'n1', orderId: 'paid', isProcessed: true },
    { id: 'n2', orderId: 'twice', isProcessed: true },
  ],
  alerts: [
    { orderId: 'held', kind: 'amount-mismatch' },
    { orderId: 'twice', kind: 'second-payment' },
  ],
  books: [
    booked('pay_1', 'paid'),
    booked('pay_2', 'twice'),
    booked('pay_3', 'twice', PRICE, PRICE),
    booked('pay_4', 'held', PRICE - 1),
    booked('pay_5', 'refused', 0),
  ],
  told: [
    { requestId: 'request-paid', orderIds: ['paid'], wasPaused: false, end: 'paid' },
    { requestId: 'request-twice', orderIds: ['twice'], wasPaused: false, end: 'paid' },
    { requestId: 'request-held', orderIds: ['held'], wasPaused: false, end: 'open' },
    { requestId: 'request-refused', orderIds: ['refused'], wasPaused: false, end: 'not-paid' },
  ],
  chargedAgain: ['twice'],
  unfinishedFlows: [],
};

const failedTruths = (evidence: Evidence): string[] =>
  countTheMoney(evidence)
    .filter(hasFailed)
    .map(({ truth }) => truth);

const without = <Item extends { orderId: string | null }>(items: readonly Item[], orderId: string): Item[] =>
  items.filter((item) => item.orderId !== orderId);

const CREDITED_ONCE = 'every kept payment has one credit of exactly its gems';
const HAS_PAYMENT = 'no credit without a captured payment';
const BALANCES = 'credited gems are the balance of each account';
const ONE_KEPT = 'at most one kept payment per order';
const WENT_BACK = 'second payments went back by themselves';
const SUMS = 'each transfer sums to zero per unit';
const PROCESSED = 'every stored notification is processed';
const STUCK = 'no order and no flow is stuck';
const HELD = 'a wrong amount is held, undelivered and raised';
const ONE_ORDER = 'the same request id is one order';
const LOST = 'every order a client was told of exists';
const TOLD = 'what payers were told is so';
const PAUSED = 'told "nothing was charged": nothing was';

/** Each fault, planted alone, and every truth it breaks. */
const PLANTED: Record<string, { readonly evidence: Evidence; readonly breaks: readonly string[] }> = {
  'a lost credit': {
    evidence: {
      ...GOOD,
      transfers: without(GOOD.transfers, 'paid'),
      entries: without(GOOD.entries, 'paid'),
      balances: [{ accountId: 2, gems: GEMS }],
    },
    breaks: [CREDITED_ONCE, TOLD],
  },
  'a double credit': {
    evidence: {
      ...GOOD,
      entries: [...GOOD.entries, ...credit('paid', 1)],
      balances: [
        { accountId: 1, gems: 2 * GEMS },
        { accountId: 2, gems: GEMS },
      ],
    },
    breaks: [CREDITED_ONCE],
  },
  'a credit of too many gems': {
    evidence: {
      ...GOOD,
      entries: GOOD.entries.map((entry) =>
        entry.orderId === 'paid' && entry.unit === 'gem' ? { ...entry, amount: entry.amount * 2 } : entry,
      ),
      balances: [
        { accountId: 1, gems: 2 * GEMS },
        { accountId: 2, gems: GEMS },
      ],
    },
    breaks: [CREDITED_ONCE],
  },
  'a credit to somebody else': {
    evidence: {
      ...GOOD,
      entries: [...credit('paid', 2), ...credit('twice', 2)],
      balances: [{ accountId: 2, gems: 2 * GEMS }],
    },
    breaks: [CREDITED_ONCE],
  },
  'a credit nobody paid for': {
    evidence: { ...GOOD, books: GOOD.books.filter(({ id }) => id !== 'pay_1') },
    breaks: [HAS_PAYMENT],
  },
  'a balance that is not the ledger': {
    evidence: { ...GOOD, balances: GOOD.balances.map((balance) => ({ ...balance, gems: balance.gems + 1 })) },
    breaks: [BALANCES],
  },
  'a kept second payment': {
    evidence: {
      ...GOOD,
      books: GOOD.books.map((payment) => (payment.id === 'pay_3' ? { ...payment, refunded: 0 } : payment)),
    },
    breaks: [ONE_KEPT, WENT_BACK],
  },
  'a refund that never ended': {
    evidence: {
      ...GOOD,
      payments: GOOD.payments.map((payment) =>
        payment.state === 'refunded' ? { ...payment, state: 'refunding' } : payment,
      ),
    },
    breaks: [WENT_BACK],
  },
  'an unbalanced transfer': {
    evidence: { ...GOOD, entries: GOOD.entries.filter(({ account }) => account !== 'gem-sales') },
    breaks: [SUMS],
  },
  'a forgotten notification': {
    evidence: { ...GOOD, notifications: [{ id: 'n1', orderId: 'paid', isProcessed: false }] },
    breaks: [PROCESSED],
  },
  'a stuck order': {
    evidence: { ...GOOD, orders: [...GOOD.orders, order('stuck', 1, 'pending')] },
    breaks: [STUCK],
  },
  'a paused flow': {
    evidence: { ...GOOD, unfinishedFlows: ['order/paid/look paused'] },
    breaks: [STUCK],
  },
  'a wrong amount that was delivered': {
    evidence: {
      ...GOOD,
      transfers: [...GOOD.transfers, { orderId: 'held', kind: 'credit' }],
      entries: [...GOOD.entries, ...credit('held', 1)],
      balances: [
        { accountId: 1, gems: 2 * GEMS },
        { accountId: 2, gems: GEMS },
      ],
    },
    breaks: [HAS_PAYMENT, HELD],
  },
  'a held order nobody is told of': {
    evidence: { ...GOOD, alerts: without(GOOD.alerts, 'held') },
    breaks: [HELD],
  },
  'two orders of one request id': {
    evidence: {
      ...GOOD,
      told: GOOD.told.map((one) =>
        one.requestId === 'request-paid' ? { ...one, orderIds: ['paid', 'refused'] } : one,
      ),
    },
    breaks: [ONE_ORDER, LOST, TOLD],
  },
  'an order that is gone': {
    evidence: { ...GOOD, orders: GOOD.orders.filter(({ id }) => id !== 'refused') },
    breaks: [LOST],
  },
  'a payer told no, and credited without a word': {
    evidence: {
      ...GOOD,
      told: GOOD.told.map((one) => (one.requestId === 'request-paid' ? { ...one, end: 'not-paid' } : one)),
    },
    breaks: [TOLD],
  },
  'a payer told "nothing was charged", and charged': {
    evidence: {
      ...GOOD,
      told: GOOD.told.map((one) => (one.requestId === 'request-paid' ? { ...one, wasPaused: true } : one)),
    },
    breaks: [PAUSED],
  },
  'a run in which nothing happened': {
    evidence: {
      ...GOOD,
      orders: [],
      requests: [],
      transfers: [],
      entries: [],
      balances: [],
      payments: [],
      notifications: [],
      alerts: [],
      books: [],
      told: [],
      chargedAgain: [],
    },
    breaks: countTheMoney(GOOD).map(({ truth }) => truth),
  },
};

describe('the count of the money', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(failedTruths(GOOD)).toEqual([]);
  });

  it.each(Object.entries(PLANTED))('finds %s', (_name, { evidence, breaks }) => {
    expect(failedTruths(evidence)).toEqual(breaks);
  });

  it('has a planted fault for every truth', () => {
    const planted = new Set(
      Object.entries(PLANTED).flatMap(([name, { breaks }]) =>
        name.includes('nothing happened') ? [] : breaks,
      ),
    );
    expect(countTheMoney(GOOD).map(({ truth }) => truth)).toEqual([...planted].toSorted(inOrder(GOOD)));
  });
});

function inOrder(evidence: Evidence): (one: string, other: string) => number {
  const truths = countTheMoney(evidence).map(({ truth }) => truth);
  return (one, other) => truths.indexOf(one) - truths.indexOf(other);
}
