import { describe, expect, it } from 'vitest';
import { receiptState } from './receipt.ts';

describe('[ORD-22 in part] the state a receipt shows', () => {
  it('calls no order paid whose payment is not known yet', () => {
    for (const state of ['created', 'awaiting-payer', 'pending'] as const)
      expect(receiptState(state)).toBe('pending');
  });

  it('tells paid and delivered apart', () => {
    expect(receiptState('paid')).toBe('arriving');
    expect(receiptState('delivered')).toBe('delivered');
  });

  it('shows money that went back as refunded, by whatever way', () => {
    expect(receiptState('refunded')).toBe('refunded');
    expect(receiptState('charged-back')).toBe('refunded');
  });

  it('does not say why an order was not completed', () => {
    for (const state of ['refused', 'cancelled', 'expired'] as const)
      expect(receiptState(state)).toBe('not-done');
  });
});
