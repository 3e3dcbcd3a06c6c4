import { describe, expect, it } from 'vitest';
import { KINDS_A_FINE_FREES, whyMayNotPay } from './payer-restriction.ts';

describe('a restricted payer', () => {
  it('[ORD-14] may not buy gems: account and device are named before the card, which another card would mend', () => {
    expect(whyMayNotPay('gems', ['device'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card', 'account'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card'])).toBe('card-restricted');
    expect(whyMayNotPay('gems', [])).toBeNull();
  });

  it('[ORD-14] may pay a fine, with anything: it is the way back', () => {
    expect(whyMayNotPay('fine', ['account', 'device', 'card'])).toBeNull();
  });

  it('[ORD-14] is free again after the fine, but the card that was disputed is not', () => {
    expect(KINDS_A_FINE_FREES).toEqual(['account', 'device']);
  });
});
