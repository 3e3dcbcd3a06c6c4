import type { Evidence } from '../evidence.ts';
import { countTheMoney } from '../count-the-money.ts';
import {
  booked,
  credit,
  GOOD,
  order,
  PRICE,
  unearned,
  withBooked,
  withEntries,
  without,
} from './good-run.ts';

const GEMS = 'each order brings the gems of its kept money less what went back, to the gem';
const BALANCES = 'the balance of each account is the sum of its entries';
const JUDGED = 'a payer is restricted exactly while a dispute of theirs stands';
const HOLDS = 'each provider holds what our ledger says, by currency and to the cent';
const FOLLOWS = 'the ledger of each order follows from the providers’ books';
const OWNED = 'nobody is charged without gems, an open alert or a refund under way';
const WAITS = 'the ledger’s payers’ money is exactly what waits for a person';
const KNOWN = 'every dispute is known, and where its money is';
const ONE_ACCEPTED = 'where the price was paid one payment is kept, elsewhere none';
const WENT_BACK = 'second payments are sent back by themselves';
const TURNED = 'an order that went to another provider is kept by one, and we know by which';
const HELD = 'a wrong amount is held, undelivered and raised';
const SUMS = 'each transfer sums to zero per unit';
const PROCESSED = 'every stored notification is processed';
const STUCK = 'no order, refund or flow is stuck';
const ONE_ORDER = 'the same request id is one order';
const LOST = 'every order a client was told of exists';
const TRUE_RESULTS = 'what payers were told is so';
const PAUSED = 'told "nothing was charged": nothing was';

/** Changed evidence, by the fault that it shows, and every statement that the fault breaks. */
export const PLANTED: Record<string, { readonly evidence: Evidence; readonly breaks: readonly string[] }> = {
  'a lost credit': {
    evidence: withEntries(without(GOOD.entries, 'paid')),
    breaks: [GEMS, HOLDS, FOLLOWS, OWNED, TRUE_RESULTS],
  },
  'a double credit': {
    evidence: withEntries([...GOOD.entries, ...credit('paid', 1, 13, 2)]),
    breaks: [GEMS, HOLDS, FOLLOWS],
  },
  'a credit of too many gems': {
    evidence: withEntries(
      GOOD.entries.map((entry) =>
        entry.orderId === 'paid' && entry.unit === 'gem' ? { ...entry, amount: entry.amount * 2 } : entry,
      ),
    ),
    breaks: [GEMS, FOLLOWS],
  },
  'a credit to somebody else': {
    evidence: withEntries([...credit('paid', 2), ...without(GOOD.entries, 'paid')]),
    breaks: [GEMS, FOLLOWS],
  },
  'a credit nobody paid for': {
    evidence: { ...GOOD, books: GOOD.books.filter(({ id }) => id !== 'pay_1') },
    breaks: [GEMS, HOLDS, FOLLOWS, ONE_ACCEPTED],
  },
  'one gem too few left after a refund': {
    evidence: withEntries(
      GOOD.entries.map((entry) =>
        entry.orderId === 'part-back' && entry.number === 2 && entry.unit === 'gem'
          ? { ...entry, amount: entry.amount + Math.sign(entry.amount) }
          : entry,
      ),
    ),
    breaks: [GEMS, FOLLOWS],
  },
  'a refund in the provider’s pages that we never heard of': {
    evidence: withBooked('pay_1', { refunded: 100 }),
    breaks: [GEMS, HOLDS, FOLLOWS],
  },
  'a charged-back order that keeps its gems': {
    evidence: withEntries(
      GOOD.entries.filter(({ orderId, number }) => orderId !== 'disputed' || number !== 2),
    ),
    breaks: [GEMS, HOLDS, FOLLOWS],
  },
  'a dispute that nobody heard of': {
    evidence: { ...GOOD, returns: without(GOOD.returns, 'disputed') },
    breaks: [KNOWN],
  },
  'a dispute that was won, and we think it stands': {
    evidence: {
      ...GOOD,
      returns: GOOD.returns.map((one) => ({ ...one, stage: 'taken' })),
      restrictedBecause: ['disputed', 'part-back'],
    },
    breaks: [JUDGED, KNOWN],
  },
  'a payer who goes on after a chargeback': {
    evidence: { ...GOOD, restrictedBecause: [] },
    breaks: [JUDGED],
  },
  'a payer who was sent away for nothing': {
    evidence: { ...GOOD, turnedDown: ['turned'] },
    breaks: [JUDGED],
  },
  'a fee that nobody booked': {
    evidence: withEntries(
      GOOD.entries.filter(({ orderId, number }) => orderId !== 'disputed' || number !== 3),
    ),
    breaks: [HOLDS, FOLLOWS],
  },
  'a fee for a wallet’s dispute that nobody booked': {
    evidence: withEntries(
      GOOD.entries.filter(({ orderId, number }) => orderId !== 'by-wallet' || number !== 2),
    ),
    breaks: [HOLDS, FOLLOWS],
  },
  'a wallet’s payment that nobody gave gems for': {
    evidence: withEntries(without(GOOD.entries, 'by-tap')),
    breaks: [GEMS, HOLDS, FOLLOWS, OWNED, TRUE_RESULTS],
  },
  'more given back than was paid, and nobody was told': {
    evidence: {
      ...withBooked('pay_3', { refunded: PRICE + 1 }),
      entries: [...GOOD.entries, ...unearned('twice', 4, 13, -1)],
    },
    breaks: [OWNED],
  },
  'a balance that is not the ledger': {
    evidence: { ...GOOD, balances: GOOD.balances.map((balance) => ({ ...balance, gems: balance.gems + 1 })) },
    breaks: [BALANCES],
  },
  'a kept second payment': {
    evidence: withBooked('pay_3', { refunded: 0 }),
    breaks: [HOLDS, FOLLOWS, OWNED, WAITS],
  },
  'a second payment that nobody sends back': {
    evidence: { ...GOOD, refunds: without(GOOD.refunds, 'turned') },
    breaks: [WENT_BACK],
  },
  'a second payment whose refund failed, and nobody was told': {
    evidence: {
      ...withBooked('psp_1', { refunded: 0 }),
      entries: [...GOOD.entries, ...unearned('turned', 4, 17, PRICE)],
    },
    breaks: [OWNED],
  },
  'two payments of one order that we both keep': {
    evidence: {
      ...GOOD,
      payments: GOOD.payments.map((one) => (one.orderId === 'turned' ? { ...one, standing: 'kept' } : one)),
    },
    breaks: [GEMS, FOLLOWS, OWNED, WAITS, ONE_ACCEPTED, WENT_BACK, TURNED],
  },
  'a second payment that was given back but for one cent': {
    evidence: withBooked('psp_1', { refunded: PRICE - 1 }),
    breaks: [HOLDS, FOLLOWS, OWNED, WAITS],
  },
  'both payments given back, and the gems left': {
    evidence: withBooked('trade_1', { refunded: PRICE }),
    breaks: [GEMS, HOLDS, FOLLOWS],
  },
  'money for an order that was given up': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_3', 'refused')] },
    breaks: [GEMS, HOLDS, FOLLOWS, OWNED, ONE_ACCEPTED],
  },
  'money for an order that nobody knows': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_3', 'whose')] },
    breaks: [HOLDS],
  },
  'one cent less than was asked, and nobody was told': {
    evidence: withBooked('pay_1', { captured: PRICE - 1 }),
    breaks: [GEMS, HOLDS, FOLLOWS, OWNED, WAITS, ONE_ACCEPTED, HELD],
  },
  'a payment booked under the provider that did not take it': {
    evidence: withEntries(
      GOOD.entries.map((entry) =>
        entry.orderId === 'turned' && entry.account === 'provider:6'
          ? { ...entry, account: 'provider:17' }
          : entry,
      ),
    ),
    breaks: [HOLDS, FOLLOWS],
  },
  'a payment that we think another provider took': {
    evidence: {
      ...GOOD,
      payments: GOOD.payments.map((payment) =>
        payment.providerPaymentId === 'our-1' ? { ...payment, provider: 13 } : payment,
      ),
    },
    breaks: [GEMS, FOLLOWS, OWNED, WAITS, ONE_ACCEPTED, WENT_BACK, TURNED],
  },
  'the right amount beside a wrong one, and nothing delivered for it': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_3', 'held')] },
    breaks: [GEMS, HOLDS, FOLLOWS, OWNED, ONE_ACCEPTED, HELD],
  },
  'a second wrong amount of one order that nobody was told of': {
    evidence: { ...GOOD, books: [...GOOD.books, booked(17, 'psp_3', 'held', { captured: PRICE - 1 })] },
    breaks: [HOLDS, FOLLOWS, OWNED, WAITS, HELD],
  },
  'a refund that never ended': {
    evidence: { ...GOOD, refunds: GOOD.refunds.map((refund) => ({ ...refund, state: 'due' })) },
    breaks: [WENT_BACK, STUCK],
  },
  'an unbalanced transfer': {
    evidence: { ...GOOD, entries: GOOD.entries.filter(({ account }) => account !== 'gem-sales') },
    breaks: [FOLLOWS, SUMS],
  },
  'an empty transfer': {
    evidence: { ...GOOD, transfers: [...GOOD.transfers, { orderId: 'paid', number: 2 }] },
    breaks: [SUMS],
  },
  'a forgotten notification': {
    evidence: { ...GOOD, notifications: GOOD.notifications.map((one) => ({ ...one, isProcessed: false })) },
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
      ...withEntries([...GOOD.entries, ...credit('held', 1, 13, 2)]),
      orders: GOOD.orders.map((one) => (one.id === 'held' ? order('held', 1, 'delivered') : one)),
    },
    breaks: [GEMS, HOLDS, FOLLOWS, HELD],
  },
  'a held order nobody is told of': {
    evidence: { ...GOOD, alerts: without(GOOD.alerts, 'held') },
    breaks: [OWNED, HELD],
  },
  'an alert that somebody closed with the money still there': {
    evidence: { ...GOOD, alerts: GOOD.alerts.map((alert) => ({ ...alert, isOpen: false })) },
    breaks: [OWNED],
  },
  'two orders of one request id': {
    evidence: {
      ...GOOD,
      payers: GOOD.payers.map((one) =>
        one.requestId === 'request-paid' ? { ...one, orderIds: ['paid', 'refused'] } : one,
      ),
    },
    breaks: [ONE_ORDER, LOST, TRUE_RESULTS],
  },
  'an order that is gone': {
    evidence: { ...GOOD, orders: GOOD.orders.filter(({ id }) => id !== 'refused') },
    breaks: [LOST],
  },
  'a payer told no, and credited without a word': {
    evidence: {
      ...GOOD,
      payers: GOOD.payers.map((one) =>
        one.requestId === 'request-paid' ? { ...one, end: 'not-paid' } : one,
      ),
    },
    breaks: [TRUE_RESULTS],
  },
  'a payer told "nothing was charged", and charged': {
    evidence: {
      ...GOOD,
      payers: GOOD.payers.map((one) =>
        one.requestId === 'request-paid' ? { ...one, wasPaused: true } : one,
      ),
    },
    breaks: [PAUSED],
  },
  'a run in which nothing happened': {
    evidence: {
      orders: [],
      requests: [],
      transfers: [],
      entries: [],
      balances: [],
      payments: [],
      refunds: [],
      returns: [],
      restrictedBecause: [],
      notifications: [],
      alerts: [],
      books: [],
      payers: [],
      chargedAgain: [],
      turned: [],
      turnedDown: [],
      unfinishedFlows: [],
    },
    breaks: countTheMoney(GOOD).map(({ truth }) => truth),
  },
};
