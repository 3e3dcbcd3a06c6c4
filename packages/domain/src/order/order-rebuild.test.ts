import { describe, expect, it } from 'vitest';
import { planOrderRebuild, type OrderTrace } from './order-rebuild.ts';

const LOST: OrderTrace = {
  isStored: false,
  sale: 'recorded',
  attempt: 'none',
  isStarted: true,
  isAnswerReported: true,
  hasLookUp: true,
};

describe('[ORD-30] an order that a restored database lacks', () => {
  it('is inserted with its attempt, and its provider is asked about the money', () => {
    expect(planOrderRebuild(LOST)).toEqual({
      kind: 'work',
      insertsOrder: true,
      addsAttempt: true,
      money: 'looked-up',
    });
  });

  it('takes the reported money where the provider cannot be asked, and waits for a report without one', () => {
    expect(planOrderRebuild({ ...LOST, hasLookUp: false })).toMatchObject({ money: 'reported' });
    expect(planOrderRebuild({ ...LOST, hasLookUp: false, isAnswerReported: false })).toMatchObject({
      insertsOrder: true,
      money: 'awaited',
    });
  });

  it.each([
    ['missing', 'sale-missing'],
    ['without-recipient', 'recipient-missing'],
    ['without-pack', 'pack-missing'],
  ] as const)('is named when its sale is %s, and nothing is made up', (sale, gap) => {
    expect(planOrderRebuild({ ...LOST, sale })).toEqual({ kind: 'gap', gap });
  });
});

describe('[ORD-30] an order that is in the tables', () => {
  const stored: OrderTrace = { ...LOST, isStored: true, attempt: 'paid' };

  it('whose payment is booked needs nothing, so a second run does nothing', () => {
    const nothing = { kind: 'work', insertsOrder: false, addsAttempt: false, money: 'stored' };
    expect(planOrderRebuild(stored)).toEqual(nothing);
    expect(planOrderRebuild({ ...stored, sale: 'missing' })).toEqual(nothing);
  });

  it('gets the attempt that was begun after that time', () => {
    expect(planOrderRebuild({ ...stored, attempt: 'none' })).toMatchObject({
      insertsOrder: false,
      addsAttempt: true,
      money: 'looked-up',
    });
    expect(
      planOrderRebuild({ ...stored, attempt: 'none', isStarted: false, isAnswerReported: false }),
    ).toEqual({
      kind: 'work',
      insertsOrder: false,
      addsAttempt: false,
      money: 'stored',
    });
  });

  it('with an open attempt is asked about, with a closed one takes what is reported', () => {
    expect(planOrderRebuild({ ...stored, attempt: 'open' })).toMatchObject({ money: 'looked-up' });
    expect(planOrderRebuild({ ...stored, attempt: 'closed' })).toMatchObject({ money: 'reported' });
    expect(planOrderRebuild({ ...stored, attempt: 'closed', isAnswerReported: false })).toMatchObject({
      money: 'stored',
    });
  });
});
