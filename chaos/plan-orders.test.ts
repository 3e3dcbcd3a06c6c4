import { describe, expect, it } from 'vitest';
import { KINDS, planOrders } from './plan-orders.ts';

describe('the plan of a run', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planOrders(7, 2, 40)).toEqual(planOrders(7, 2, 40));
    expect(planOrders(7, 2, 40)).not.toEqual(planOrders(8, 2, 40));
  });

  it('has every kind of order in every wave, and some who press twice', () => {
    for (const wave of planOrders(7, 4, 40).waves) {
      expect(new Set(wave.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
      expect(new Set(wave.map(({ presses }) => presses))).toEqual(new Set([1, 2]));
      expect(new Set(wave.map(({ device }) => device)).size).toBe(40);
    }
  });
});
