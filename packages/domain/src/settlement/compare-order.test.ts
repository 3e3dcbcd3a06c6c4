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
    ['as it should be', {}, []],
    ['all went back, all taken', { returns: [back('refund', 'taken')] }, []],
    ['a part went back', { returns: [back('refund', 'taken', usd(500))] }, []],
    ['gems that a person let go', { returns: [back('dispute', 'lost')], gemsForgiven: 60 }, []],
    [
      'of a held order',
      { attempts: [{ ...PAID, standing: 'wrong-amount', money: usd(998) }], isHonoured: false, isHeld: true },
      [],
    ],
    ['held although the money is right', { isHonoured: false, isHeld: true }, []],
    ['paid, not given', { isHonoured: false }, ['missing credit']],
    ['a fine paid, no ban lifted', { isHonoured: false, purpose: 'fine' }, ['missing credit']],
    [
      'paid, all gone back before anything was given',
      { isHonoured: false, returns: [back('refund', 'taken')] },
      [],
    ],
    ['given, and no gems', { written: () => [] }, ['missing credit']],
    ['given, and not all gems', { written: gemsTimes(0.5) }, ['missing credit']],
    ['twice the gems', { written: gemsTimes(2) }, ['double credit']],
    [
      'gems for money that never came',
      { attempts: [{ ...UNPAID, state: 'refused' }], written: () => booksOf(order().facts) },
      ['double credit'],
    ],
    [
      'gems still there after a refund',
      { returns: [back('refund', 'taken')], written: () => booksOf(order().facts) },
      ['refund not taken back'],
    ],
    [
      'twice the gems after a part went back',
      { returns: [back('refund', 'taken', usd(100))], written: () => gemsTimes(2)(booksOf(order().facts)) },
      ['double credit'],
    ],
    [
      'gems given although nothing was honoured and nothing went back',
      { isHonoured: false, written: () => booksOf(order().facts) },
      ['double credit'],
    ],
    [
      'money on a payer’s account, which is no gem',
      { written: (right) => [...right, { account: 'account:7', unit: 'USD', amount: 1 }] },
      ['ledger not balanced'],
    ],
    [
      'paid after an attempt that was refused, not given',
      { attempts: [{ ...UNPAID, state: 'refused', providerPaymentId: 'pay_0' }, PAID], isHonoured: false },
      ['missing credit'],
    ],
    ['an entry missing', { written: without('gem-sales') }, ['ledger not balanced']],
    [
      'nothing booked of a second payment',
      {
        attempts: [PAID, { ...PAID, providerPaymentId: 'pay_2', standing: 'second' }],
        written: () => booksOf(order().facts),
      },
      ['ledger not balanced'],
    ],
  ])('%s', (_, reportedOrder, expected) => expect(ledger(reportedOrder)).toEqual(expected));

  it('what was paid a moment ago may still be on its way', () => {
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
  ])('a bookkeeper reads: %s', (note, reportedOrder) => {
    expect(compareLedger(order(reportedOrder), NOW).map((one) => one.note)).toEqual([note]);
  });
});

const kinds = (books: OrderOnBooks, lines: readonly SettledLine[]) =>
  compareOrder(books, 13, lines).map(({ kind }) => kind);
const gaps = (books: OrderOnBooks, lines: readonly SettledLine[]) =>
  compareOrder(books, 13, lines).flatMap((found) =>
    found.gaps.map(({ row, money }) => `${row} ${money.minorUnits} ${money.currency}`),
  );

describe('[ORD-17] nothing is told of an order whose books agree', () => {
  it.each<[string, ReportedOrder, SettledLine[]]>([
    ['captured', {}, [line('captured')]],
    ['captured in two parts', {}, [line('captured', usd(500)), line('captured', usd(499))]],
    ['captured the day before', {}, [line('captured', usd(999), { isOfDay: false })]],
    ['refunded and told', { returns: [back('refund', 'taken')] }, [line('captured'), line('refunded')]],
    [
      'refunded in part and told',
      { returns: [back('refund', 'taken', usd(500))] },
      [line('refunded', usd(500))],
    ],
    [
      'a refund without an amount is all of it',
      { returns: [back('refund', 'taken', null)] },
      [line('refunded')],
    ],
    ['refund told, and not in this report yet', { returns: [back('refund', 'taken')] }, [line('captured')]],
    [
      'a refund that came back, told',
      { returns: [back('refund', 'given-back')] },
      [line('refunded'), line('refund-returned')],
    ],
    [
      'a refund that came back, whose first line nobody read',
      { returns: [back('refund', 'given-back')] },
      [line('refund-returned')],
    ],
    ['disputed and told', { returns: [back('dispute', 'lost')] }, [line('disputed')]],
    [
      'a dispute won, told',
      { returns: [back('dispute', 'given-back')] },
      [line('disputed'), line('dispute-returned')],
    ],
    [
      'a dispute taken twice, told',
      { returns: [back('dispute', 'lost-for-good')] },
      [line('disputed'), line('dispute-returned'), line('disputed')],
    ],
    ['frozen and announced', { returns: [back('dispute', 'announced')] }, [line('dispute-announced')]],
    [
      'frozen, and counted as gone already',
      { returns: [back('dispute', 'taken')] },
      [line('dispute-announced')],
    ],
    [
      'frozen on an earlier day',
      {},
      [line('captured'), line('dispute-announced', usd(999), { isOfDay: false })],
    ],
    ['let go and taken after all', { returns: [back('reversal', 'given-back')] }, [line('captured')]],
    [
      'never cleared, and told',
      { returns: [back('reversal', 'taken')] },
      [line('captured'), line('capture-reversed')],
    ],
    [
      'never cleared, told, and in no report',
      { returns: [back('reversal', 'taken')] },
      [line('capture-reversed', usd(999), { isOfDay: false })],
    ],
    [
      'refused, and nothing moved',
      { attempts: [{ ...UNPAID, state: 'refused' }] },
      [line('captured'), line('capture-reversed')],
    ],
    [
      'a second payment beside the one that paid',
      { attempts: [PAID, { ...PAID, providerPaymentId: 'pay_2', standing: 'second' }] },
      [line('captured'), line('captured', usd(999), { providerPaymentId: 'pay_2' })],
    ],
    [
      'a refund that names our order alone',
      { returns: [back('refund', 'taken')] },
      [line('refunded', usd(999), { providerPaymentId: null })],
    ],
    [
      'heard just in time',
      { attempts: [{ ...PAID, paidAt: later(1_000 + LATE_CONFIRMATION_AFTER_MS) }] },
      [line('captured')],
    ],
  ])('%s', (_, reportedOrder, lines) => {
    expect(kinds(order(reportedOrder), lines)).toEqual([]);
  });
});

describe('[ORD-17] what a report shows and our books do not', () => {
  it.each<[string, ReportedOrder, SettledLine[], string, string[]]>([
    ['one cent less', {}, [line('captured', usd(998))], 'amount differs', ['captured -1 USD']],
    ['captured twice', {}, [line('captured'), line('captured')], 'amount differs', ['captured 999 USD']],
    [
      'another currency',
      {},
      [line('captured', { currency: 'SAR', minorUnits: 3746 })],
      'wrong currency',
      ['captured 3746 SAR', 'captured -999 USD'],
    ],
    [
      'taken back before it came',
      {},
      [line('captured'), line('capture-reversed')],
      'missing capture',
      ['captured -999 USD'],
    ],
    [
      'open with us',
      { attempts: [{ ...UNPAID, state: 'open' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'refused with us',
      { attempts: [{ ...UNPAID, state: 'refused' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'sent and never named',
      { attempts: [{ ...UNPAID, providerPaymentId: null, state: 'sent' }] },
      [line('captured')],
      'late confirmation',
      ['captured 999 USD'],
    ],
    [
      'heard an hour later',
      { attempts: [{ ...PAID, paidAt: later(3_600_000) }] },
      [line('captured')],
      'late confirmation',
      [],
    ],
    ['a refund nobody told', {}, [line('refunded')], 'refund not taken back', ['refunds 999 USD']],
    [
      'more refunded than told',
      { returns: [back('refund', 'taken', usd(500))] },
      [line('refunded')],
      'refund not taken back',
      ['refunds 499 USD'],
    ],
    [
      'a refund that is only announced',
      { returns: [back('refund', 'announced')] },
      [line('refunded')],
      'refund not taken back',
      ['refunds 999 USD'],
    ],
    [
      'a refund that came back, not told',
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
      'a dispute nobody told, after a refund',
      { returns: [back('refund', 'taken')] },
      [line('refunded'), line('disputed')],
      'dispute nobody told',
      ['disputes 999 USD'],
    ],
    [
      'frozen after a refund, and nobody told',
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
      'a dispute only announced',
      { returns: [back('dispute', 'announced')] },
      [line('disputed')],
      'dispute nobody told',
      ['disputes 999 USD'],
    ],
    [
      'a dispute won, and nobody told',
      { returns: [back('dispute', 'lost')] },
      [line('disputed'), line('dispute-returned')],
      'dispute nobody told',
      ['disputes -999 USD'],
    ],
    ['frozen, and nobody told', {}, [line('dispute-announced')], 'dispute nobody told', []],
    [
      'another payment for an order of ours',
      {},
      [line('captured'), line('captured', usd(999), { providerPaymentId: 'pay_9' })],
      'orphan payment',
      ['captured 999 USD'],
    ],
  ])('%s', (_, reportedOrder, lines, kind, differences) => {
    expect(kinds(order(reportedOrder), lines)).toEqual([kind]);
    expect(gaps(order(reportedOrder), lines)).toEqual(differences);
  });

  it('a line of another day completes a sum, and is not told again', () => {
    const lines = [line('captured', usd(998), { isOfDay: false })];
    expect(kinds(order(), lines)).toEqual([]);
    expect(gaps(order(), [...lines, line('captured', usd(1))])).toEqual([]);
  });

  it('the newest word counts, not the last line of the file', () => {
    const lines = [line('dispute-returned', usd(999), { at: later(9_000) }), line('disputed')];
    expect(kinds(order({ returns: [back('dispute', 'lost')] }), lines)).toEqual(['dispute nobody told']);
  });

  it('names the payment of the report where our books have no id of it', () => {
    const attempts = [{ ...UNPAID, providerPaymentId: null, state: 'sent' as const }];
    expect(compareOrder(order({ attempts }), 13, [line('captured')])[0]?.providerPaymentId).toBe('pay_1');
  });

  it('a payment that is nobody\u2019s is reported with all that it moved', () => {
    const [found] = orphanOf(null, 'pay_9', [line('captured'), line('refunded', usd(500))]);
    expect(found).toMatchObject({ kind: 'orphan payment', orderId: null, theirs: usd(999), ours: null });
    expect(found?.gaps).toHaveLength(2);
    expect(orphanOf(null, 'pay_9', [line('captured', usd(1), { isOfDay: false })])).toEqual([]);
  });

  it('an orphan is reported with what was captured, else with its first line, and why nobody owns it', () => {
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
