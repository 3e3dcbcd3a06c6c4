import { describe, expect, it } from 'vitest';
import type { PayWith } from '../order/pay-with.ts';
import { consentWith, maySaveCard, questionAfter, questionOpenUntil, tickIn } from './card-consent.ts';
import type { CardSourceId } from './card-source.ts';

const encryptedCard = { number: 'a', expiryMonth: 'b', expiryYear: 'c', securityCode: 'd', holderName: 'N' };
const dropIn = { dropInToken: 't', dropInSession: 's' };

describe('consent to save a card', () => {
  it.each<[string, PayWith, boolean]>([
    ['a token, and the payer will be asked', { token: 't', keep: 'ask' }, true],
    ['a token, and the payer will not be asked', { token: 't' }, false],
    ['an encrypted card, and the payer will be asked', { encryptedCard, keep: 'ask' }, true],
    ['an encrypted card, and the payer will not be asked', { encryptedCard }, false],
    [
      'a card typed on the provider’s page, and the payer will be asked',
      { hostedPage: true, keep: 'ask' },
      true,
    ],
    ['a card typed on the provider’s page, and the payer will not be asked', { hostedPage: true }, false],
    ['a card whose consent box is ticked', { ...dropIn, keep: 'fields-ar-1' }, true],
    ['a card whose consent box is not ticked', dropIn, false],
    ['a card that is already saved', { sourceId: 'src_1' as CardSourceId, cvvToken: 'c' }, false],
  ])(
    '[CRD-10] a new card may be saved only after consent or if the payer will be asked: %s',
    (_what, card, isAllowed) => {
      expect(maySaveCard(card)).toBe(isAllowed);
    },
  );

  it('[CRD-10] a card whose consent field is present with the value undefined may not be saved', () => {
    const card: PayWith = { token: 't' };
    Reflect.set(card, 'keep', undefined);
    expect(maySaveCard(card)).toBe(false);
  });

  it('[CRD-10] before the payment only a tick in the card fields counts as consent to save the card', () => {
    expect(consentWith({ ...dropIn, keep: 'fields-ar-1' })).toBe('fields-ar-1');
    for (const card of [dropIn, { token: 't', keep: 'ask' } as const, { hostedPage: true } as const])
      expect(consentWith(card)).toBeNull();
  });

  it('[CRD-10] consent to save a card can be given for 30 minutes after the provider reported the card, if that was within 30 minutes of the order', () => {
    const orderedAt = new Date('2026-11-15T10:00:00Z');
    const after = (ms: number) => questionOpenUntil(orderedAt, new Date(orderedAt.getTime() + ms));
    expect(after(0)).toEqual(new Date('2026-11-15T10:30:00Z'));
    expect(after(20 * 60_000)).toEqual(new Date('2026-11-15T10:50:00Z'));
    expect(after(30 * 60_000)).toEqual(new Date('2026-11-15T11:00:00Z'));
    expect(after(30 * 60_000 + 1)).toBeNull();
  });

  it.each([
    [23, 'ar', 'remember-ar-1'],
    [27, 'ar', 'remember-ar-1'],
    [24, 'ar', 'remember-without-cvv-ar-1'],
    [23, 'en', 'remember-en-1'],
    [24, 'en', 'remember-without-cvv-en-1'],
  ] as const)(
    '[CRD-06] after a payment of type %i in %s, the consent text to save the card is %s',
    (payType, locale, text) => {
      expect(questionAfter(payType, locale)).toBe(text);
    },
  );

  it('[CRD-10] a payer who ticks the consent box in English has agreed to the English text', () => {
    expect([tickIn('ar'), tickIn('en')]).toEqual(['fields-ar-1', 'fields-en-1']);
  });
});
