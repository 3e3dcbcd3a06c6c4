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

describe('[ORD-30] an order missing after a database restore', () => {
  it('an order missing after a restore is inserted with its attempt, and the provider is queried for the payment', () => {
    expect(planOrderRebuild(LOST)).toEqual({
      kind: 'work',
      insertsOrder: true,
      addsAttempt: true,
      money: 'looked-up',
    });
  });

  it('a missing order takes the payment from a report if its provider cannot be queried, and waits if no report has it', () => {
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
  ] as const)('a missing order whose sale record is %s is reported as a gap, not rebuilt', (sale, gap) => {
    expect(planOrderRebuild({ ...LOST, sale })).toEqual({ kind: 'gap', gap });
  });
});

describe('[ORD-30] an order present after a database restore', () => {
  const stored: OrderTrace = { ...LOST, isStored: true, attempt: 'paid' };

  it('a restored order whose payment is booked needs no rebuild, so a second run changes nothing', () => {
    const nothing = { kind: 'work', insertsOrder: false, addsAttempt: false, money: 'stored' };
    expect(planOrderRebuild(stored)).toEqual(nothing);
    expect(planOrderRebuild({ ...stored, sale: 'missing' })).toEqual(nothing);
  });

  it('a restored order gets back the payment attempt that was started after the backup', () => {
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

  it('for a restored order’s open attempt the provider is queried; a closed attempt takes the reported payment', () => {
    expect(planOrderRebuild({ ...stored, attempt: 'open' })).toMatchObject({ money: 'looked-up' });
    expect(planOrderRebuild({ ...stored, attempt: 'closed' })).toMatchObject({ money: 'reported' });
    expect(planOrderRebuild({ ...stored, attempt: 'closed', isAnswerReported: false })).toMatchObject({
      money: 'stored',
    });
  });
});
