import { describe, expect, it } from 'vitest';
import { hasFailed } from './check.ts';
import { countTheMoney } from './count-the-money.ts';
import type { Evidence } from './evidence.ts';
import { booked, credit, doubled, GOOD, order, PRICE, without } from './test/good-run.ts';

const failedTruths = (evidence: Evidence): string[] =>
  countTheMoney(evidence)
    .filter(hasFailed)
    .map(({ truth }) => truth);

const CREDITED_ONCE = 'every kept payment has one credit of exactly its gems';
const HAS_PAYMENT = 'no credit without a captured payment';
const BALANCES = 'credited gems are the balance of each account';
const ONE_KEPT = 'at most one kept payment per order';
const PRICE_KEPT = 'the providers together keep the price of a credited order, and nothing of any other';
const AS_LEDGER = 'each provider keeps what our ledger says it owes us, to the cent';
const TURNED = 'an order that went to another provider is kept by one, and we know by which';
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
      balances: GOOD.balances.filter(({ accountId }) => accountId !== 1),
    },
    breaks: [CREDITED_ONCE, PRICE_KEPT, AS_LEDGER, TOLD],
  },
  'a double credit': {
    evidence: {
      ...GOOD,
      entries: [...GOOD.entries, ...credit('paid', 1)],
      balances: doubled(1),
    },
    breaks: [CREDITED_ONCE, AS_LEDGER],
  },
  'a credit of too many gems': {
    evidence: {
      ...GOOD,
      entries: GOOD.entries.map((entry) =>
        entry.orderId === 'paid' && entry.unit === 'gem' ? { ...entry, amount: entry.amount * 2 } : entry,
      ),
      balances: doubled(1),
    },
    breaks: [CREDITED_ONCE],
  },
  'a credit to somebody else': {
    evidence: {
      ...GOOD,
      entries: [...credit('paid', 2), ...without(GOOD.entries, 'paid')],
      balances: doubled(2).filter(({ accountId }) => accountId !== 1),
    },
    breaks: [CREDITED_ONCE],
  },
  'a credit nobody paid for': {
    evidence: { ...GOOD, books: GOOD.books.filter(({ id }) => id !== 'pay_1') },
    breaks: [HAS_PAYMENT, PRICE_KEPT, AS_LEDGER],
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
    breaks: [ONE_KEPT, PRICE_KEPT, AS_LEDGER, WENT_BACK],
  },
  'a silent provider’s payment that was not given back': {
    evidence: {
      ...GOOD,
      books: GOOD.books.map((payment) => (payment.id === 'psp_1' ? { ...payment, refunded: 0 } : payment)),
    },
    breaks: [ONE_KEPT, PRICE_KEPT, AS_LEDGER, WENT_BACK, TURNED],
  },
  'two payments of one order that we both keep': {
    evidence: {
      ...GOOD,
      payments: GOOD.payments.map((payment) =>
        payment.orderId === 'turned' ? { ...payment, state: 'paid', isKept: true } : payment,
      ),
    },
    breaks: [ONE_KEPT, WENT_BACK, TURNED],
  },
  'a second payment that was given back but for one cent': {
    evidence: {
      ...GOOD,
      books: GOOD.books.map((payment) =>
        payment.id === 'psp_1' ? { ...payment, refunded: PRICE - 1 } : payment,
      ),
    },
    breaks: [ONE_KEPT, PRICE_KEPT, AS_LEDGER, WENT_BACK, TURNED],
  },
  'both payments given back, and the gems left': {
    evidence: {
      ...GOOD,
      books: GOOD.books.map((payment) =>
        payment.id === 'trade_1' ? { ...payment, refunded: PRICE } : payment,
      ),
    },
    breaks: [HAS_PAYMENT, PRICE_KEPT, AS_LEDGER, WENT_BACK, TURNED],
  },
  'money for an order that was given up': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_2', 'refused')] },
    breaks: [CREDITED_ONCE, PRICE_KEPT, AS_LEDGER],
  },
  'one cent less than was asked, and nobody was told': {
    evidence: {
      ...GOOD,
      books: GOOD.books.map((payment) =>
        payment.id === 'pay_1' ? { ...payment, captured: PRICE - 1 } : payment,
      ),
    },
    breaks: [HAS_PAYMENT, PRICE_KEPT, AS_LEDGER, HELD],
  },
  'a payment booked under the provider that did not take it': {
    evidence: { ...GOOD, entries: [...without(GOOD.entries, 'turned'), ...credit('turned', 3, 17)] },
    breaks: [AS_LEDGER],
  },
  'a payment that we think another provider took': {
    evidence: {
      ...GOOD,
      payments: GOOD.payments.map((payment) =>
        payment.orderId === 'turned' && payment.isKept ? { ...payment, provider: 13 } : payment,
      ),
    },
    breaks: [TURNED],
  },
  'the right amount beside a wrong one, and nothing delivered for it': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_2', 'held')] },
    breaks: [CREDITED_ONCE, PRICE_KEPT, AS_LEDGER, HELD],
  },
  'a second wrong amount of one order that nobody was told of': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_2', 'held', PRICE - 1)] },
    breaks: [PRICE_KEPT, AS_LEDGER, HELD],
  },
  'an order whose providers are asked for ever': {
    evidence: {
      ...GOOD,
      orders: GOOD.orders.map((one) => (one.id === 'turned' ? { ...one, hasRivals: true } : one)),
    },
    breaks: [STUCK],
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
      balances: doubled(1),
    },
    breaks: [HAS_PAYMENT, PRICE_KEPT, AS_LEDGER, HELD],
  },
  'a held order nobody is told of': {
    evidence: { ...GOOD, alerts: without(GOOD.alerts, 'held') },
    breaks: [PRICE_KEPT, AS_LEDGER, HELD],
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
      turned: [],
    },
    breaks: countTheMoney(GOOD).map(({ truth }) => truth),
  },
};

describe('the count of the money', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(failedTruths(GOOD)).toEqual([]);
  });

  it('leaves to a person what a person was told of', () => {
    const wrongBesides = booked(17, 'psp_2', 'paid', PRICE - 1);
    const told = { orderId: 'paid', kind: 'amount-mismatch', providerPaymentId: 'psp_2' };
    const apart = {
      orderId: 'paid',
      provider: 17,
      providerPaymentId: 'psp_2',
      state: 'wrong-amount',
      isKept: false,
    } as const;
    expect(
      failedTruths({
        ...GOOD,
        books: [...GOOD.books, wrongBesides],
        payments: [...GOOD.payments, apart],
        alerts: [...GOOD.alerts, told],
      }),
    ).toEqual([]);
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
