import { describe, expect, it } from 'vitest';
import { PROVIDER_NUMBERS, type CardForm } from '../provider/providers.ts';
import type { CardSourceId } from '../saved-card/card-source.ts';
import { formOf, isCardFor, type PayWith } from './pay-with.ts';

const CARDS: Record<CardForm, PayWith> = {
  token: { token: 'tok_1' },
  encrypted: {
    encryptedCard: { number: 'a', expiryMonth: 'b', expiryYear: 'c', securityCode: 'd', holderName: 'N' },
  },
  'drop-in': { dropInToken: 't', dropInSession: 's' },
  'hosted-page': { hostedPage: true },
  kept: { sourceId: 'src_1' as CardSourceId, cvvToken: null },
};

describe('what a card is made of', () => {
  it('every form is told by what it carries', () => {
    for (const [form, card] of Object.entries(CARDS)) expect(formOf(card)).toBe(form);
  });

  it('a card typed into the fields of one provider goes to no other', () => {
    const takers = (form: CardForm) => PROVIDER_NUMBERS.filter((number) => isCardFor(number, CARDS[form]));
    expect(takers('token')).toEqual([13]);
    expect(takers('encrypted')).toEqual([17]);
    expect(takers('drop-in')).toEqual([6]);
    expect(takers('hosted-page')).toEqual([6]);
    expect(takers('kept')).toEqual([6, 13, 17]);
  });
});
