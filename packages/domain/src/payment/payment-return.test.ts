import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
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

describe('words about one return', () => {
  it('[ORD-16] end the same in any order, however often they come', () => {
    fc.assert(
      fc.property(known, known, known, (a, b, c) => {
        expect(joinReturns(a, b)).toEqual(joinReturns(b, a));
        expect(joinReturns(joinReturns(a, b), c)).toEqual(joinReturns(a, joinReturns(b, c)));
        expect(joinReturns(a, a)).toEqual(a);
      }),
    );
  });

  it('[ORD-16] the furthest stage stands, whatever comes after it', () => {
    const won = newReturn({ ...WORD, stage: 'given-back' });
    expect(joinReturns(won, newReturn(WORD)).stage).toBe('given-back');
    expect(joinReturns(newReturn(WORD), newReturn({ ...WORD, stage: 'announced' })).stage).toBe('taken');
    expect(joinReturns(won, newReturn({ ...WORD, stage: 'taken-again' })).stage).toBe('taken-again');
  });

  it('the stages follow one another, and money is gone at every second one but for a loss, which leaves it gone', () => {
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

  it('a later word without an amount leaves the amount; one with another amount replaces it', () => {
    const taken = newReturn(WORD);
    const lost = newReturn({ ...WORD, stage: 'lost', money: null });
    expect(joinReturns(taken, lost)).toMatchObject({
      stage: 'lost',
      money: WORD.money,
      moneyToldAt: 'taken',
    });
    const less = newReturn({ ...WORD, stage: 'lost', money: { currency: 'USD', minorUnits: 500 } });
    expect(joinReturns(taken, less).money).toEqual({ currency: 'USD', minorUnits: 500 });
    expect(joinReturns(less, taken).moneyToldAt).toBe('lost');
  });

  it('an amount that was announced stands until another is told', () => {
    const announced = newReturn({ ...WORD, stage: 'announced' });
    const taken = newReturn({ ...WORD, money: null });
    for (const joined of [joinReturns(announced, taken), joinReturns(taken, announced)])
      expect(joined).toMatchObject({ stage: 'taken', money: WORD.money, moneyToldAt: 'announced' });
  });

  it('told as two things, it is the one that weighs more: a dispute, then a refund', () => {
    const ways = (['reversal', 'refund', 'dispute'] as const).map((how) => newReturn({ ...WORD, how }));
    expect(ways.reduce(joinReturns).how).toBe('dispute');
    expect(ways.toReversed().reduce(joinReturns).how).toBe('dispute');
    expect(ways.slice(0, 2).reduce(joinReturns).how).toBe('refund');
  });

  it('told twice at one stage, the larger amount counts: nobody keeps gems for money that left', () => {
    const more = newReturn({ ...WORD, money: { currency: 'USD', minorUnits: 1_000 } });
    expect(joinReturns(newReturn(WORD), more).money?.minorUnits).toBe(1_000);
    expect(joinReturns(more, newReturn(WORD)).money?.minorUnits).toBe(1_000);
  });

  it('of two currencies told at one stage one is chosen, whichever came first', () => {
    const riyals = newReturn({ ...WORD, money: { currency: 'SAR', minorUnits: 1 } });
    expect(joinReturns(newReturn(WORD), riyals).money?.currency).toBe('SAR');
    expect(joinReturns(riyals, newReturn(WORD)).money?.currency).toBe('SAR');
  });

  it('a fee and the name of the payment are kept from whichever word brought them', () => {
    const nameless = newReturn({ ...WORD, providerPaymentId: null, stage: 'lost', money: null });
    const fee = newReturn({ ...WORD, fee: { currency: 'USD', minorUnits: 1_500 } });
    const joined = joinReturns(nameless, fee);
    expect(joined).toMatchObject({ providerPaymentId: 'pay_1', feeToldAt: 'taken', stage: 'lost' });
    expect(joined.fee).toEqual({ currency: 'USD', minorUnits: 1_500 });
    expect(newReturn(WORD)).toMatchObject({ moneyToldAt: 'taken', feeToldAt: null });
    expect(joinReturns(nameless, nameless).providerPaymentId).toBeNull();
  });
});
