import { describe, expect, it } from 'vitest';
import { NO_NEWS } from '../card-fields.ts';
import { adyenNews, wholeField, type AdyenWord } from './adyen-field-events.ts';

const after = (...said: AdyenWord[]) => said.reduce(adyenNews, NO_NEWS);
const error = (fieldType: string, code: string): AdyenWord => ({ says: 'error', fieldType, error: code });

describe('what Adyen’s script reports of its fields', () => {
  it('a card field starts as invalid and follows the provider’s reports of valid and invalid', () => {
    const valid = { says: 'valid', fieldType: 'encryptedSecurityCode', isValid: true } as const;
    expect(after(valid).fields.cvv.isValid).toBe(true);
    expect(after(valid, { ...valid, isValid: false }).fields.cvv.isValid).toBe(false);
    expect(after(valid).fields.number.isValid).toBe(false);
  });

  it('[EXP-08] a card brand that is not accepted and an expired card have faults of their own; any other error is “other”', () => {
    expect(after(error('encryptedCardNumber', 'cc.num.903')).fields.number.fault).toBe('brand-not-accepted');
    expect(after(error('encryptedExpiryDate', 'cc.dat.912')).fields.expiry.fault).toBe('expired');
    for (const code of ['cc.num.901', 'cc.num.902', 'a code of next year']) {
      expect(after(error('encryptedCardNumber', code)).fields.number.fault).toBe('other');
    }
  });

  it('an empty card field and a corrected card field have no fault', () => {
    expect(after(error('encryptedSecurityCode', 'cc.cvc.920')).fields.cvv.fault).toBeNull();
    const mended = after(error('encryptedCardNumber', 'cc.num.902'), error('encryptedCardNumber', ''));
    expect(mended.fields.number.fault).toBeNull();
    const valid = { says: 'valid', fieldType: 'encryptedCardNumber', isValid: true } as const;
    expect(after(error('encryptedCardNumber', 'cc.num.902'), valid).fields.number.fault).toBeNull();
  });

  it('[EXP-08] only the brands Visa and Mastercard show their mark in the card number', () => {
    expect(after({ says: 'brand', brand: 'visa' }).scheme).toBe('visa');
    expect(after({ says: 'brand', brand: 'mc' }).scheme).toBe('mastercard');
    for (const brand of ['amex', 'card', 'mada', ''])
      expect(after({ says: 'brand', brand }).scheme).toBeNull();
  });

  it('a provider’s event for an unknown card field changes nothing', () => {
    expect(after({ says: 'focus', fieldType: 'encryptedPin', isFocused: true })).toBe(NO_NEWS);
    expect(after({ says: 'focus', fieldType: 'toString', isFocused: true })).toBe(NO_NEWS);
  });
});

describe('a field that is complete while the cursor is in it', () => {
  const focus = (fieldType: string): AdyenWord => ({ says: 'focus', fieldType, isFocused: true });
  const valid = (fieldType: string): AdyenWord => ({ says: 'valid', fieldType, isValid: true });
  const wholeAfter = (place: string, isLengthKnown: boolean) =>
    wholeField(after(focus(place)), after(focus(place), valid(place)), isLengthKnown);

  it('a card field that becomes valid while focused counts as complete', () => {
    expect(wholeAfter('encryptedExpiryDate', false)).toBe('expiry');
    expect(wholeAfter('encryptedSecurityCode', false)).toBe('cvv');
    const same = after(focus('encryptedSecurityCode'), valid('encryptedSecurityCode'));
    expect(wholeField(same, same, true)).toBeNull();
  });

  it('a valid card number counts as complete only when its length is known', () => {
    expect(wholeAfter('encryptedCardNumber', false)).toBeNull();
    expect(wholeAfter('encryptedCardNumber', true)).toBe('number');
  });

  it('a card field filled in by the browser without focus does not count as complete', () => {
    expect(wholeField(NO_NEWS, after(valid('encryptedExpiryDate')), true)).toBeNull();
  });
});
