import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountThatStands,
  gemsLeft,
  goneBack,
  isGone,
  joinReturns,
  newReturn,
  RETURN_STAGE_NAMES,
  RETURN_STAGES,
  type KnownReturn,
  type ReturnUpdate,
} from './payment-return.ts';

const WORD: ReturnUpdate = {
  returnId: 'dsp_1',
  how: 'dispute',
  stage: 'taken',
  providerPaymentId: 'pay_1',
  money: { currency: 'USD', minorUnits: 999 },
  fee: null,
};

const money = fc.option(
  fc.record({ currency: fc.constantFrom('USD', 'SAR'), minorUnits: fc.integer({ min: 1, max: 3 }) }),
);
const known: fc.Arbitrary<KnownReturn> = fc
  .record({
    returnId: fc.constant('dsp_1'),
    how: fc.constantFrom('refund' as const, 'dispute' as const, 'reversal' as const),
    stage: fc.constantFrom(...RETURN_STAGE_NAMES),
    providerPaymentId: fc.option(fc.constantFrom('pay_1', 'pay_2')),
    money,
    fee: money,
  })
  .map(newReturn);

describe('reports about one refund, dispute or reversal', () => {
  it('[ORD-16] reports about one refund or dispute give the same result in any order and when repeated', () => {
    fc.assert(
      fc.property(known, known, known, (a, b, c) => {
        expect(joinReturns(a, b)).toEqual(joinReturns(b, a));
        expect(joinReturns(joinReturns(a, b), c)).toEqual(joinReturns(a, joinReturns(b, c)));
        expect(joinReturns(a, a)).toEqual(a);
      }),
    );
  });

  it('[ORD-16] reports about a refund or dispute move its stage only forwards, whatever report comes later', () => {
    const won = newReturn({ ...WORD, stage: 'given-back' });
    expect(joinReturns(won, newReturn(WORD)).stage).toBe('given-back');
    expect(joinReturns(newReturn(WORD), newReturn({ ...WORD, stage: 'announced' })).stage).toBe('taken');
    expect(joinReturns(won, newReturn({ ...WORD, stage: 'taken-again' })).stage).toBe('taken-again');
  });

  it('the stages of a refund or dispute have a fixed order, and each says whether the money is gone', () => {
    expect(RETURN_STAGE_NAMES.map((stage) => [stage, RETURN_STAGES[stage].rank, isGone({ stage })])).toEqual([
      ['announced', 0, false],
      ['taken', 1, true],
      ['given-back', 2, false],
      ['lost', 3, true],
      ['taken-again', 4, true],
      ['given-back-again', 5, false],
      ['lost-for-good', 6, true],
    ]);
  });

  it('a later report without an amount leaves the amount of a refund or dispute, and one with an amount replaces it', () => {
    const reportedReturn = newReturn(WORD);
    const lost = newReturn({ ...WORD, stage: 'lost', money: null });
    expect(joinReturns(reportedReturn, lost)).toMatchObject({
      stage: 'lost',
      money: WORD.money,
      moneyStage: 'taken',
    });
    const less = newReturn({ ...WORD, stage: 'lost', money: { currency: 'USD', minorUnits: 500 } });
    expect(joinReturns(reportedReturn, less).money).toEqual({ currency: 'USD', minorUnits: 500 });
    expect(joinReturns(less, reportedReturn).moneyStage).toBe('lost');
  });

  it('the announced amount of a refund or dispute stays until a report names another amount', () => {
    const announced = newReturn({ ...WORD, stage: 'announced' });
    const withoutAmount = newReturn({ ...WORD, money: null });
    for (const joined of [joinReturns(announced, withoutAmount), joinReturns(withoutAmount, announced)])
      expect(joined).toMatchObject({ stage: 'taken', money: WORD.money, moneyStage: 'announced' });
  });

  it('money reported to go back in two ways counts as disputed rather than refunded, and as refunded rather than reversed', () => {
    const ways = (['reversal', 'refund', 'dispute'] as const).map((how) => newReturn({ ...WORD, how }));
    expect(ways.reduce(joinReturns).how).toBe('dispute');
    expect(ways.toReversed().reduce(joinReturns).how).toBe('dispute');
    expect(ways.slice(0, 2).reduce(joinReturns).how).toBe('refund');
  });

  it('of two amounts reported for the same stage of a refund or dispute the larger one counts', () => {
    const more = newReturn({ ...WORD, money: { currency: 'USD', minorUnits: 1_000 } });
    expect(joinReturns(newReturn(WORD), more).money?.minorUnits).toBe(1_000);
    expect(joinReturns(more, newReturn(WORD)).money?.minorUnits).toBe(1_000);
  });

  it('which of two currencies reported for one stage of a refund or dispute counts does not depend on the order of the reports', () => {
    const riyals = newReturn({ ...WORD, money: { currency: 'SAR', minorUnits: 1 } });
    expect(joinReturns(newReturn(WORD), riyals).money?.currency).toBe('SAR');
    expect(joinReturns(riyals, newReturn(WORD)).money?.currency).toBe('SAR');
  });

  it('a refund or dispute has its fee and its payment id, whichever report named them', () => {
    const nameless = newReturn({ ...WORD, providerPaymentId: null, stage: 'lost', money: null });
    const fee = newReturn({ ...WORD, fee: { currency: 'USD', minorUnits: 1_500 } });
    const joined = joinReturns(nameless, fee);
    expect(joined).toMatchObject({ providerPaymentId: 'pay_1', feeStage: 'taken', stage: 'lost' });
    expect(joined.fee).toEqual({ currency: 'USD', minorUnits: 1_500 });
    expect(newReturn(WORD)).toMatchObject({ moneyStage: 'taken', feeStage: null });
    expect(joinReturns(nameless, nameless).providerPaymentId).toBeNull();
  });
});

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

describe('the money gone from a payment', () => {
  it('[ORD-16] the money gone from a payment is the sum of its refunds, disputes and reversals', () => {
    expect(goneBack(PAID, [back({ money: usd(500) }), back({ money: usd(499) })])).toEqual({
      minorUnits: 999,
      isMoreThanPaid: false,
      isIncomparable: false,
      isDisputed: false,
    });
    expect(goneBack(PAID, []).minorUnits).toBe(0);
  });

  it('a refund or dispute that is only announced, or whose money came back to us, does not count as money gone', () => {
    const stages = ['announced', 'given-back', 'given-back-again'] as const;
    for (const stage of stages) expect(goneBack(PAID, [back({ stage, money: usd(500) })]).minorUnits).toBe(0);
    expect(goneBack(PAID, [back({ stage: 'lost', money: usd(500) })]).minorUnits).toBe(500);
  });

  it('a refund or dispute without an amount counts as the full payment', () => {
    expect(goneBack(PAID, [back({})])).toMatchObject({ minorUnits: 999, isMoreThanPaid: false });
  });

  it('refunds and disputes above the payment count as the full payment, and the excess is reported', () => {
    const twice = goneBack(PAID, [back({ money: usd(999) }), back({ how: 'dispute', money: usd(999) })]);
    expect(twice).toEqual({ minorUnits: 999, isMoreThanPaid: true, isIncomparable: false, isDisputed: true });
    expect(goneBack(PAID, [back({ money: usd(1_000) })]).isMoreThanPaid).toBe(true);
  });

  it('a refund or dispute in another currency than the payment counts as the full payment', () => {
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

  it('a payment whose dispute was won no longer counts as disputed', () => {
    expect(goneBack(PAID, [back({ how: 'dispute', stage: 'given-back' })]).isDisputed).toBe(false);
  });
});

describe('the gems left after money went back', () => {
  it('[ORD-14] the gems left after a part of the money went back are in proportion to the money left', () => {
    expect(gemsLeft(1_000, 999, 0)).toBe(1_000);
    expect(gemsLeft(1_000, 999, 999)).toBe(0);
    expect(gemsLeft(1_000, 1_000, 250)).toBe(750);
    expect(gemsLeft(1_060, 999, 500)).toBe(1_060 - 530);
  });

  it('[ORD-14] the gems left after money went back are the share of the money left, rounded up to whole gems', () => {
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

  it('of two amounts reported for one payment, the smaller one counts', () => {
    expect(amountThatStands(usd(999), usd(500))).toEqual(usd(500));
    expect(amountThatStands(usd(500), usd(999))).toEqual(usd(500));
  });

  it('of two amounts in different currencies reported for one payment, the first one counts', () => {
    expect(amountThatStands(usd(999), { currency: 'EUR', minorUnits: 1 })).toEqual(usd(999));
  });
});
