import { describe, expect, it } from 'vitest';
import { booksOf, type BookEntry } from '../payment/order-books.ts';
import { compareLedger, compareOrder, orphanOf, type OrderOnBooks } from './compare-order.ts';
import { LATE_CONFIRMATION_AFTER_MS } from './compare-payment.ts';
import type { SettledLine } from './finding.ts';
import {
  back,
  later,
  line,
  NOW,
  order,
  PAID,
  UNPAID,
  usd,
  type ReportedOrder,
} from './test/order-on-books.ts';

describe('[ORD-17] the ledger of an order', () => {
  const ledger = (reportedOrder: ReportedOrder, now = NOW) =>
    compareLedger(order(reportedOrder), now).map(({ kind }) => kind);
  const without = (account: string) => (right: BookEntry[]) => right.filter((one) => one.account !== account);
  const gemsTimes = (factor: number) => (right: BookEntry[]) =>
    right.map((one) => (one.unit === 'gem' ? { ...one, amount: one.amount * factor } : one));

  it.each<[string, ReportedOrder, string[]]>([
    ['complete books give no finding', {}, []],
    ['a full refund with all gems taken back gives no finding', { returns: [back('refund', 'taken')] }, []],
    ['a partial refund gives no finding', { returns: [back('refund', 'taken', usd(500))] }, []],
    [
      'forgiven gems after a lost dispute give no finding',
      { returns: [back('dispute', 'lost')], gemsForgiven: 60 },
      [],
    ],
    [
      'a held order with a wrong amount gives no finding',
      { attempts: [{ ...PAID, standing: 'wrong-amount', money: usd(998) }], isHonoured: false, isHeld: true },
      [],
    ],
    ['a held order with the right amount gives no finding', { isHonoured: false, isHeld: true }, []],
    ['paid, but not delivered', { isHonoured: false }, ['missing credit']],
    ['a fine was paid, but no ban lifted', { isHonoured: false, purpose: 'fine' }, ['missing credit']],
    [
      'fully refunded before delivery, without a finding',
      { isHonoured: false, returns: [back('refund', 'taken')] },
      [],
    ],
    ['delivered, but no gems booked', { written: () => [] }, ['missing credit']],
    ['delivered, but only part of the gems booked', { written: gemsTimes(0.5) }, ['missing credit']],
    ['twice the gems booked', { written: gemsTimes(2) }, ['double credit']],
    [
      'gems booked for a refused attempt',
      { attempts: [{ ...UNPAID, state: 'refused' }], written: () => booksOf(order().facts) },
      ['double credit'],
    ],
    [
      'gems not taken back after a refund',
      { returns: [back('refund', 'taken')], written: () => booksOf(order().facts) },
      ['refund not taken back'],
    ],
    [
      'twice the gems booked after a partial refund',
      { returns: [back('refund', 'taken', usd(100))], written: () => gemsTimes(2)(booksOf(order().facts)) },
      ['double credit'],
    ],
    [
      'gems booked although the order was not delivered',
      { isHonoured: false, written: () => booksOf(order().facts) },
      ['double credit'],
    ],
    [
      'dollars booked on an account that holds gems',
      { written: (right) => [...right, { account: 'account:7', unit: 'USD', amount: 1 }] },
      ['ledger not balanced'],
    ],
    [
      'paid after a refused attempt, but not delivered',
      { attempts: [{ ...UNPAID, state: 'refused', providerPaymentId: 'pay_0' }, PAID], isHonoured: false },
      ['missing credit'],
    ],
    ['a ledger entry is missing', { written: without('gem-sales') }, ['ledger not balanced']],
    [
      'a second payment is not booked',
      {
        attempts: [PAID, { ...PAID, providerPaymentId: 'pay_2', standing: 'second' }],
        written: () => booksOf(order().facts),
      },
      ['ledger not balanced'],
    ],
  ])('the ledger of an order is checked: %s', (_, reportedOrder, expected) =>
    expect(ledger(reportedOrder)).toEqual(expected),
  );

  it('a missing credit is a finding only when it is more than ten minutes late', () => {
    expect(ledger({ isHonoured: false }, later(60_000))).toEqual([]);
    expect(ledger({ isHonoured: false }, later(602_000))).toEqual(['missing credit']);
  });

  it.each<[string, ReportedOrder]>([
    ['2120 gems were given, 1060 are right', { written: gemsTimes(2) }],
    ['paid, no gems given', { isHonoured: false }],
    ['paid, and no ban was lifted', { isHonoured: false, purpose: 'fine' }],
    [
      'the ledger lacks provider:13 +999 USD, gem-sales -999 USD',
      { written: (right) => right.filter(({ unit }) => unit === 'gem') },
    ],
  ])('the finding of a ledger check has the note: %s', (note, reportedOrder) => {
    expect(compareLedger(order(reportedOrder), NOW).map((one) => one.note)).toEqual([note]);
  });
});

const kinds = (books: OrderOnBooks, lines: readonly SettledLine[]) =>
  compareOrder(books, 13, lines).map(({ kind }) => kind);
const gaps = (books: OrderOnBooks, lines: readonly SettledLine[]) =>
  compareOrder(books, 13, lines).flatMap((found) =>
    found.gaps.map(({ row, money }) => `${row} ${money.minorUnits} ${money.currency}`),
  );

describe('[ORD-17] a report that matches our books', () => {
  it.each<[string, ReportedOrder, SettledLine[]]>([
    ['captured', {}, [line('captured')]],
    ['captured in two parts', {}, [line('captured', usd(500)), line('captured', usd(499))]],
    ['captured the day before', {}, [line('captured', usd(999), { isOfDay: false })]],
    [
      'refunded, and the refund is recorded',
      { returns: [back('refund', 'taken')] },
      [line('captured'), line('refunded')],
    ],
    [
      'refunded in part, and the refund is recorded',
      { returns: [back('refund', 'taken', usd(500))] },
      [line('refunded', usd(500))],
    ],
    [
      'a recorded refund without an amount counts as a full refund',
      { returns: [back('refund', 'taken', null)] },
      [line('refunded')],
    ],
    [
      'a recorded refund that is not in this report yet',
      { returns: [back('refund', 'taken')] },
      [line('captured')],
    ],
    [
      'a refund that came back, and this is recorded',
      { returns: [back('refund', 'given-back')] },
      [line('refunded'), line('refund-returned')],
    ],
    [
      'a refund that came back, whose first report line is missing',
      { returns: [back('refund', 'given-back')] },
      [line('refund-returned')],
    ],
    ['disputed, and the dispute is recorded', { returns: [back('dispute', 'lost')] }, [line('disputed')]],
    [
      'a won dispute, and this is recorded',
      { returns: [back('dispute', 'given-back')] },
      [line('disputed'), line('dispute-returned')],
    ],
    [
      'a dispute lost, won and lost again, and this is recorded',
      { returns: [back('dispute', 'lost-for-good')] },
      [line('disputed'), line('dispute-returned'), line('disputed')],
    ],
    [
      'money frozen, and the dispute recorded as announced',
      { returns: [back('dispute', 'announced')] },
      [line('dispute-announced')],
    ],
    [
      'money frozen, and the dispute recorded as taken',
      { returns: [back('dispute', 'taken')] },
      [line('dispute-announced')],
    ],
    [
      'money frozen on an earlier day',
      {},
      [line('captured'), line('dispute-announced', usd(999), { isOfDay: false })],
    ],
    [
      'a reversed hold that was captured after all',
      { returns: [back('reversal', 'given-back')] },
      [line('captured')],
    ],
    [
      'a capture that never cleared, and its reversal is recorded',
      { returns: [back('reversal', 'taken')] },
      [line('captured'), line('capture-reversed')],
    ],
    [
      'a recorded reversal, reported on an earlier day',
      { returns: [back('reversal', 'taken')] },
      [line('capture-reversed', usd(999), { isOfDay: false })],
    ],
    [
      'a refused attempt, with a capture that was reversed',
      { attempts: [{ ...UNPAID, state: 'refused' }] },
      [line('captured'), line('capture-reversed')],
    ],
    [
      'a second payment beside the accepted one',
      { attempts: [PAID, { ...PAID, providerPaymentId: 'pay_2', standing: 'second' }] },
      [line('captured'), line('captured', usd(999), { providerPaymentId: 'pay_2' })],
    ],
    [
      'a refund line that names only our order',
      { returns: [back('refund', 'taken')] },
      [line('refunded', usd(999), { providerPaymentId: null })],
    ],
    [
      'payment confirmed just before the limit for late confirmations',
      { attempts: [{ ...PAID, paidAt: later(1_000 + LATE_CONFIRMATION_AFTER_MS) }] },
      [line('captured')],
    ],
  ])('a settlement report that matches our order gives no finding: %s', (_, reportedOrder, lines) => {
    expect(kinds(order(reportedOrder), lines)).toEqual([]);
  });
});

describe('[ORD-17] a report that differs from our books', () => {
  it.each<[string, ReportedOrder, SettledLine[], string, string[]]>([
    ['captured one cent less', {}, [line('captured', usd(998))], 'amount differs', ['captured -1 USD']],
    ['captured twice', {}, [line('captured'), line('captured')], 'amount differs', ['captured 999 USD']],
    [
      'captured in another currency',
      {},
      [line('captured', { currency: 'SAR', minorUnits: 3746 })],
      'wrong currency',
      ['captured 3746 SAR', 'captured -999 USD'],
    ],
    [
      'the capture was reversed',
      {},
      [line('captured'), line('capture-reversed')],
      'missing capture',
      ['captured -999 USD'],
    ],
    [
      'captured, but our attempt is still open',
      { attempts: [{ ...UNPAID, state: 'open' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'captured, but our attempt is refused',
      { attempts: [{ ...UNPAID, state: 'refused' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'captured, but our attempt never got a payment id',
      { attempts: [{ ...UNPAID, providerPaymentId: null, state: 'sent' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'payment confirmed an hour after the capture',
      { attempts: [{ ...PAID, paidAt: later(3_600_000) }] },
      [line('captured')],
      'late confirmation',
      [],
    ],
    ['a refund that is not recorded', {}, [line('refunded')], 'refund not taken back', ['refunds 999 USD']],
    [
      'more refunded than is recorded',
      { returns: [back('refund', 'taken', usd(500))] },
      [line('refunded')],
      'refund not taken back',
      ['refunds 499 USD'],
    ],
    [
      'refunded, but recorded only as announced',
      { returns: [back('refund', 'announced')] },
      [line('refunded')],
      'refund not taken back',
      ['refunds 999 USD'],
    ],
    [
      'a refund that came back, and this is not recorded',
      { returns: [back('refund', 'taken')] },
      [line('refunded', usd(999), { isOfDay: false }), line('refund-returned')],
      'amount differs',
      ['refunds -999 USD'],
    ],
    [
      'a refund in another currency',
      { returns: [back('refund', 'taken')] },
      [line('refunded', { currency: 'SAR', minorUnits: 3746 })],
      'wrong currency',
      ['refunds 3746 SAR', 'refunds -999 USD'],
    ],
    ['a dispute nobody told', {}, [line('disputed')], 'dispute nobody told', ['disputes 999 USD']],
    [
      'a dispute that is not recorded, after a refund',
      { returns: [back('refund', 'taken')] },
      [line('refunded'), line('disputed')],
      'dispute nobody told',
      ['disputes 999 USD'],
    ],
    [
      'money frozen after a refund, and the dispute is not recorded',
      { returns: [back('refund', 'taken')] },
      [line('dispute-announced')],
      'dispute nobody told',
      [],
    ],
    [
      'another payment, while a second provider has not answered yet',
      { attempts: [PAID, { ...UNPAID, provider: 17, providerPaymentId: null, state: 'sent' }] },
      [line('captured', usd(999), { providerPaymentId: 'pay_9' })],
      'orphan payment',
      ['captured 999 USD'],
    ],
    [
      'disputed, but recorded only as announced',
      { returns: [back('dispute', 'announced')] },
      [line('disputed')],
      'dispute nobody told',
      ['disputes 999 USD'],
    ],
    [
      'a won dispute, and this is not recorded',
      { returns: [back('dispute', 'lost')] },
      [line('disputed'), line('dispute-returned')],
      'dispute nobody told',
      ['disputes -999 USD'],
    ],
    [
      'money frozen, and the dispute is not recorded',
      {},
      [line('dispute-announced')],
      'dispute nobody told',
      [],
    ],
    [
      'another payment for an order that is already paid',
      {},
      [line('captured'), line('captured', usd(999), { providerPaymentId: 'pay_9' })],
      'orphan payment',
      ['captured 999 USD'],
    ],
  ])(
    'a settlement report that differs from our order gives a finding: %s',
    (_, reportedOrder, lines, kind, differences) => {
      expect(kinds(order(reportedOrder), lines)).toEqual([kind]);
      expect(gaps(order(reportedOrder), lines)).toEqual(differences);
    },
  );

  it('a report line of another day counts towards the captured sum and is no finding of its own', () => {
    const lines = [line('captured', usd(998), { isOfDay: false })];
    expect(kinds(order(), lines)).toEqual([]);
    expect(gaps(order(), [...lines, line('captured', usd(1))])).toEqual([]);
  });

  it('the report line with the latest time counts, not the last line of the file', () => {
    const lines = [line('dispute-returned', usd(999), { at: later(9_000) }), line('disputed')];
    expect(kinds(order({ returns: [back('dispute', 'lost')] }), lines)).toEqual(['dispute nobody told']);
  });

  it('a finding names the payment id from the report when our attempt has no payment id', () => {
    const attempts = [{ ...UNPAID, providerPaymentId: null, state: 'sent' as const }];
    expect(compareOrder(order({ attempts }), 13, [line('captured')])[0]?.providerPaymentId).toBe('pay_1');
  });

  it('a reported payment without an order of ours is one finding that lists all movements of the payment', () => {
    const [found] = orphanOf(null, 'pay_9', [line('captured'), line('refunded', usd(500))]);
    expect(found).toMatchObject({ kind: 'orphan payment', orderId: null, theirs: usd(999), ours: null });
    expect(found?.gaps).toHaveLength(2);
    expect(orphanOf(null, 'pay_9', [line('captured', usd(1), { isOfDay: false })])).toEqual([]);
  });

  it('a payment that is not ours is reported with its captured amount, or that of its first line, and with the reason', () => {
    const [stranger] = orphanOf(null, 'pay_9', [line('refunded', usd(500)), line('captured')]);
    expect(stranger).toMatchObject({
      theirs: usd(999),
      note: 'no order and no payment of ours has this id or reference',
    });
    expect(orphanOf(null, 'pay_9', [line('refunded', usd(500))])[0]?.theirs).toEqual(usd(500));
    const [second] = compareOrder(order(), 13, [line('captured', usd(999), { providerPaymentId: 'pay_9' })]);
    expect(second?.note).toBe('the order is ours, the payment is not');
  });
});
