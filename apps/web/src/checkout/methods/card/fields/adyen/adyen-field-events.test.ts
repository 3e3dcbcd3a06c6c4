import { describe, expect, it } from 'vitest';
import { NO_NEWS } from '../card-fields.ts';
import { adyenNews, wholeField, type AdyenWord } from './adyen-field-events.ts';

const after = (...said: AdyenWord[]) => said.reduce(adyenNews, NO_NEWS);
const error = (fieldType: string, code: string): AdyenWord => ({ says: 'error', fieldType, error: code });

describe('what the provider says of its fields', () => {
  it('a field is valid until the provider takes it back', () => {
    const valid = { says: 'valid', fieldType: 'encryptedSecurityCode', isValid: true } as const;
    expect(after(valid).fields.cvv.isValid).toBe(true);
    expect(after(valid, { ...valid, isValid: false }).fields.cvv.isValid).toBe(false);
    expect(after(valid).fields.number.isValid).toBe(false);
  });

  it('[EXP-08] a brand that is not accepted and a card of the past have their own fault; others are simply wrong', () => {
    expect(after(error('encryptedCardNumber', 'cc.num.903')).fields.number.fault).toBe('brand-not-accepted');
    expect(after(error('encryptedExpiryDate', 'cc.dat.912')).fields.expiry.fault).toBe('expired');
    for (const code of ['cc.num.901', 'cc.num.902', 'a code of next year']) {
      expect(after(error('encryptedCardNumber', code)).fields.number.fault).toBe('other');
    }
  });

  it('an empty field is not at fault, and a mended one no more', () => {
    expect(after(error('encryptedSecurityCode', 'cc.cvc.920')).fields.cvv.fault).toBeNull();
    const mended = after(error('encryptedCardNumber', 'cc.num.902'), error('encryptedCardNumber', ''));
    expect(mended.fields.number.fault).toBeNull();
    const valid = { says: 'valid', fieldType: 'encryptedCardNumber', isValid: true } as const;
    expect(after(error('encryptedCardNumber', 'cc.num.902'), valid).fields.number.fault).toBeNull();
  });

  it('[EXP-08] only Visa and Mastercard show their mark', () => {
    expect(after({ says: 'brand', brand: 'visa' }).scheme).toBe('visa');
    expect(after({ says: 'brand', brand: 'mc' }).scheme).toBe('mastercard');
    for (const brand of ['amex', 'card', 'mada', ''])
      expect(after({ says: 'brand', brand }).scheme).toBeNull();
  });

  it('an unknown field changes nothing', () => {
    expect(after({ says: 'focus', fieldType: 'encryptedPin', isFocused: true })).toBe(NO_NEWS);
    expect(after({ says: 'focus', fieldType: 'toString', isFocused: true })).toBe(NO_NEWS);
  });
});

describe('a field that is whole under the cursor', () => {
  const focus = (fieldType: string): AdyenWord => ({ says: 'focus', fieldType, isFocused: true });
  const valid = (fieldType: string): AdyenWord => ({ says: 'valid', fieldType, isValid: true });
  const wholeAfter = (place: string, isLengthKnown: boolean) =>
    wholeField(after(focus(place)), after(focus(place), valid(place)), isLengthKnown);

  it('is the one that has just become valid', () => {
    expect(wholeAfter('encryptedExpiryDate', false)).toBe('expiry');
    expect(wholeAfter('encryptedSecurityCode', false)).toBe('cvv');
    const same = after(focus('encryptedSecurityCode'), valid('encryptedSecurityCode'));
    expect(wholeField(same, same, true)).toBeNull();
  });

  it('is a number only where its length is known: a valid one may still grow', () => {
    expect(wholeAfter('encryptedCardNumber', false)).toBeNull();
    expect(wholeAfter('encryptedCardNumber', true)).toBe('number');
  });

  it('is none that the browser filled in while the cursor was elsewhere', () => {
    expect(wholeField(NO_NEWS, after(valid('encryptedExpiryDate')), true)).toBeNull();
  });
});
