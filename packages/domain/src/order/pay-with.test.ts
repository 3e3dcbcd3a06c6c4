import { describe, expect, it } from 'vitest';
import { PAY_TYPES, type PayType } from '../pay-type/pay-type.ts';
import type { CardSourceId } from '../saved-card/card-source.ts';
import { formOf, isPaidBy, type PayForm, type PayWith } from './pay-with.ts';

const CARDS: Record<PayForm, PayWith> = {
  token: { token: 'tok_1' },
  encrypted: {
    encryptedCard: { number: 'a', expiryMonth: 'b', expiryYear: 'c', securityCode: 'd', holderName: 'N' },
  },
  'drop-in': { dropInToken: 't', dropInSession: 's' },
  'hosted-page': { hostedPage: true },
  'google-pay': { googlePayToken: '{}' },
  kept: { sourceId: 'src_1' as CardSourceId, cvvToken: null },
  'wallet-sheet': { walletSheet: true },
  'wallet-page': { walletPage: true },
  'wallet-token': { walletToken: 'e30=', methodType: 'debit' },
};
const EVERY_TYPE = Object.keys(PAY_TYPES).map((code) => Number(code) as PayType);
const takers = (form: PayForm) => EVERY_TYPE.filter((payType) => isPaidBy(payType, CARDS[form]));

describe('card and wallet forms', () => {
  it('a card or wallet form is recognised by the fields it contains', () => {
    for (const [form, card] of Object.entries(CARDS)) expect(formOf(card)).toBe(form);
  });

  it('each form of card input is accepted only by the pay types of the providers that read it', () => {
    expect(takers('token')).toEqual([23]);
    expect(takers('encrypted')).toEqual([27]);
    expect(takers('drop-in')).toEqual([24]);
    expect(takers('hosted-page')).toEqual([24]);
    expect(takers('google-pay')).toEqual([23, 27]);
    expect(takers('kept')).toEqual([23, 24, 27]);
  });

  it('[TYP-02] wallet forms (sheet, token or page) are accepted only by their own wallet pay types', () => {
    expect(takers('wallet-sheet')).toEqual([26, 28, 29, 30, 31]);
    expect(takers('wallet-token')).toEqual([26, 28, 29, 30, 31]);
    expect(takers('wallet-page')).toEqual([25]);
  });
});
