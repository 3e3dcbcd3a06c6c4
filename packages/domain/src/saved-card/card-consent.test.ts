import { describe, expect, it } from 'vitest';
import type { PayWith } from '../order/pay-with.ts';
import { consentWith, maySaveCard, questionAfter, questionOpenUntil, tickIn } from './card-consent.ts';
import type { CardSourceId } from './card-source.ts';

const encryptedCard = { number: 'a', expiryMonth: 'b', expiryYear: 'c', securityCode: 'd', holderName: 'N' };
const dropIn = { dropInToken: 't', dropInSession: 's' };

describe('keeping a card at its provider', () => {
  it.each<[string, PayWith, boolean]>([
    ['a token whose payer will be asked', { token: 't', keep: 'ask' }, true],
    ['a token nobody will ask about', { token: 't' }, false],
    ['a sealed card whose payer will be asked', { encryptedCard, keep: 'ask' }, true],
    ['a sealed card nobody will ask about', { encryptedCard }, false],
    ['a card typed on the provider’s page, to be asked about', { hostedPage: true, keep: 'ask' }, true],
    ['a card typed on the provider’s page', { hostedPage: true }, false],
    ['a card ticked in the fields', { ...dropIn, keep: 'fields-ar-1' }, true],
    ['a card not ticked in the fields', dropIn, false],
    ['a card that is kept already', { sourceId: 'src_1' as CardSourceId, cvvToken: 'c' }, false],
  ])('[CRD-10] needs a yes, or a question that will be asked: %s', (_what, card, isAllowed) => {
    expect(maySaveCard(card)).toBe(isAllowed);
  });

  it('[CRD-10] an empty place for the answer is no yes', () => {
    const card: PayWith = { token: 't' };
    Reflect.set(card, 'keep', undefined);
    expect(maySaveCard(card)).toBe(false);
  });

  it('[CRD-10] only a tick in the fields is a yes before the payment', () => {
    expect(consentWith({ ...dropIn, keep: 'fields-ar-1' })).toBe('fields-ar-1');
    for (const card of [dropIn, { token: 't', keep: 'ask' } as const, { hostedPage: true } as const])
      expect(consentWith(card)).toBeNull();
  });

  it('[CRD-10] the question is open for 30 minutes, and not asked about a card named later than that', () => {
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
  ] as const)('[CRD-06] the question after a payment of type %i in %s is %s', (payType, locale, text) => {
    expect(questionAfter(payType, locale)).toBe(text);
  });

  it('[CRD-10] whoever ticks the English text has agreed to the English text', () => {
    expect([tickIn('ar'), tickIn('en')]).toEqual(['fields-ar-1', 'fields-en-1']);
  });
});
