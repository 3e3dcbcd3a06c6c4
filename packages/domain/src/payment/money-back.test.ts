import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountThatStands, gemsLeft, goneBack } from './money-back.ts';
import { newReturn, type KnownReturn, type ReturnUpdate } from './payment-return.ts';

const PAID = { currency: 'USD', minorUnits: 999 };

function back(word: Partial<ReturnUpdate>): KnownReturn {
  return newReturn({
    returnId: 'act_1',
    how: 'refund',
    stage: 'taken',
    providerPaymentId: 'pay_1',
    money: null,
    fee: null,
    ...word,
  });
}
const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

describe('what is gone of a payment', () => {
  it('[ORD-16] is the sum of its returns', () => {
    expect(goneBack(PAID, [back({ money: usd(500) }), back({ money: usd(499) })])).toEqual({
      minorUnits: 999,
      isMoreThanPaid: false,
      isIncomparable: false,
      isDisputed: false,
    });
    expect(goneBack(PAID, []).minorUnits).toBe(0);
  });

  it('does not count what was only announced or has come back', () => {
    const stages = ['announced', 'given-back', 'given-back-again'] as const;
    for (const stage of stages) expect(goneBack(PAID, [back({ stage, money: usd(500) })]).minorUnits).toBe(0);
    expect(goneBack(PAID, [back({ stage: 'lost', money: usd(500) })]).minorUnits).toBe(500);
  });

  it('is all of it where nobody said how much', () => {
    expect(goneBack(PAID, [back({})])).toMatchObject({ minorUnits: 999, isMoreThanPaid: false });
  });

  it('is never more than was paid, but says so', () => {
    const twice = goneBack(PAID, [back({ money: usd(999) }), back({ how: 'dispute', money: usd(999) })]);
    expect(twice).toEqual({ minorUnits: 999, isMoreThanPaid: true, isIncomparable: false, isDisputed: true });
    expect(goneBack(PAID, [back({ money: usd(1_000) })]).isMoreThanPaid).toBe(true);
  });

  it('is all of it where it was told in a currency that compares with nothing', () => {
    const riyals = back({ how: 'dispute', money: { currency: 'SAR', minorUnits: 12 } });
    expect(goneBack(PAID, [riyals])).toEqual({
      minorUnits: 999,
      isMoreThanPaid: false,
      isIncomparable: true,
      isDisputed: true,
    });
    expect(
      goneBack(PAID, [back({ stage: 'announced', money: { currency: 'SAR', minorUnits: 1 } })]),
    ).toMatchObject({
      minorUnits: 0,
      isIncomparable: false,
    });
  });

  it('a dispute that was won is no dispute any more', () => {
    expect(goneBack(PAID, [back({ how: 'dispute', stage: 'given-back' })]).isDisputed).toBe(false);
  });
});

describe('gems that are left', () => {
  it('[ORD-14] follow the money in proportion', () => {
    expect(gemsLeft(1_000, 999, 0)).toBe(1_000);
    expect(gemsLeft(1_000, 999, 999)).toBe(0);
    expect(gemsLeft(1_000, 1_000, 250)).toBe(750);
    expect(gemsLeft(1_060, 999, 500)).toBe(1_060 - 530);
  });

  it('[ORD-14] are never less than the share of the money that is left, nor more than a gem above it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat({ max: 1_000 }),
        (gems, paid, permille) => {
          const gone = Math.floor((paid * permille) / 1_000);
          const share = (gems * (paid - gone)) / paid;
          const left = gemsLeft(gems, paid, gone);
          expect(left).toBeGreaterThanOrEqual(share - 1e-6);
          expect(left).toBeLessThan(share + 1);
        },
      ),
    );
  });
});

describe('[ORD-23] two amounts for one payment', () => {
  const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

  it('stand at the smaller one, whichever came first', () => {
    expect(amountThatStands(usd(999), usd(500))).toEqual(usd(500));
    expect(amountThatStands(usd(500), usd(999))).toEqual(usd(500));
  });

  it('stand at the first one where the currencies differ', () => {
    expect(amountThatStands(usd(999), { currency: 'EUR', minorUnits: 1 })).toEqual(usd(999));
  });
});
