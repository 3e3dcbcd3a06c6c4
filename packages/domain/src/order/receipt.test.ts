import { describe, expect, it } from 'vitest';
import { receiptState } from './receipt.ts';

describe('[ORD-22 in part] the state a receipt shows', () => {
  it('a receipt shows an order as pending until its payment is confirmed', () => {
    for (const state of ['created', 'awaiting-payer', 'pending'] as const)
      expect(receiptState(state)).toBe('pending');
  });

  it('a receipt shows a paid order as arriving and a delivered order as delivered', () => {
    expect(receiptState('paid')).toBe('arriving');
    expect(receiptState('delivered')).toBe('delivered');
  });

  it('a receipt shows a refunded or charged-back order as refunded', () => {
    expect(receiptState('refunded')).toBe('refunded');
    expect(receiptState('charged-back')).toBe('refunded');
  });

  it('a receipt shows an order that failed as not completed, without the reason', () => {
    for (const state of ['refused', 'cancelled', 'expired'] as const)
      expect(receiptState(state)).toBe('not-done');
  });
});
