import { describe, expect, it } from 'vitest';
import { booksOf, type BookEntry } from '../payment/order-books.ts';
import { compareLedger } from './compare-ledger.ts';
import { back, later, NOW, order, PAID, UNPAID, usd, type ReportedOrder } from './test/order-on-books.ts';

describe('[ORD-17] the ledger of an order', () => {
  const ledger = (told: ReportedOrder, now = NOW) => compareLedger(order(told), now).map(({ kind }) => kind);
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
  ])('%s', (_, told, expected) => expect(ledger(told)).toEqual(expected));

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
  ])('a bookkeeper reads: %s', (note, told) => {
    expect(compareLedger(order(told), NOW).map((one) => one.note)).toEqual([note]);
  });
});
