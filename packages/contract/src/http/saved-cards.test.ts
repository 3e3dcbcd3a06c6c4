import { accountId, WALLET_SOURCE, type SavedCard } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { parse } from '../endpoint.ts';
import { createCoinPay } from './orders.ts';
import { deleteSavedCard, listSavedCards, updateSavedCard } from './saved-cards.ts';

const CARD = {
  sourceId: 'src_1',
  fingerprint: 'F31828E2',
  scheme: 'visa',
  last4: '4242',
  issuerCountry: 'SA',
  expiry: '12/30',
  isExpiredByBank: false,
  isRemembered: true,
  lastUsedAt: new Date('2026-11-15T00:00:00.000Z'),
  recipientId: accountId(1001),
  ownerId: null,
} as unknown as SavedCard;

describe('a saved card on the wire', () => {
  it('[CRD-01] [CRD-09] a saved card is sent with every field, and only the last four of its digits', () => {
    expect(listSavedCards.answer.write([{ kind: 'saved-card', card: CARD }])).toEqual({
      list: [
        {
          source_id: 'src_1',
          last4: '4242',
          bin: '',
          to_uid: 1001,
          scheme: 'visa',
          fingerprint: 'F31828E2',
          issuer_country: 'SA',
          card_valid_date: '12/30',
          is_bank_expire: false,
          h5_deviceid: '',
          is_remember: true,
          last_use_at: '2026-11-15T00:00:00.000Z',
          login: false,
          uid: null,
        },
      ],
    });
  });

  it('[CRD-02] the wallet is sent in the form of a saved card and read back as a wallet', () => {
    const wallet = { kind: 'wallet', lastUsedAt: CARD.lastUsedAt } as const;
    const wire = listSavedCards.answer.write([wallet]);
    expect(wire).toMatchObject({ list: [{ source_id: 'apple_pay', last4: '0000', bin: '000000' }] });
    expect(WALLET_SOURCE.sourceId).toBe('apple_pay');
    expect(parse(listSavedCards.answer, wire)).toEqual({ kind: 'parsed', value: [wallet] });
  });
});

describe('an update of a saved card', () => {
  const update = (wire: object) => parse(updateSavedCard.request, { source_id: 'src_1', ...wire });

  it.each([
    [
      { is_remember: '1', consent_text: 'remember-ar-1' },
      { expiry: null, remember: 'remember-ar-1' },
    ],
    [{ is_remember: 0 }, { expiry: null, remember: 'no' }],
    // Declining to save the card needs no consent text. With a text it is still declined.
    [
      { is_remember: 0, consent_text: 'remember-ar-1' },
      { expiry: null, remember: 'no' },
    ],
    [
      { is_remember: 'false', card_valid_date: '' },
      { expiry: null, remember: 'no' },
    ],
    [{ card_valid_date: '0731' }, { expiry: '07/31', remember: null }],
    [
      { card_valid_date: '0731', consent_text: 'remember-ar-1' },
      { expiry: '07/31', remember: null },
    ],
    [{ card_valid_date: '\u0660\u0667/\u0663\u0661' }, { expiry: '07/31', remember: null }],
  ])('the saved-card update %j is accepted', (wire, value) => {
    expect(update(wire)).toEqual({ kind: 'parsed', value: { sourceId: 'src_1', ...value } });
  });

  it.each([
    ['card_valid_date', {}],
    ['card_valid_date', { card_valid_date: '13/31' }],
    ['card_valid_date', { card_valid_date: 731 }],
    ['is_remember', { is_remember: 'yes' }],
    ['source_id', { source_id: 'src_1; drop', is_remember: true }],
    ['source_id', { source_id: undefined, is_remember: true }],
  ])('a saved-card update with a wrong %s is refused: %j', (where, wire) => {
    expect(update(wire)).toEqual({ kind: 'malformed', where });
  });

  it.each([
    { is_remember: true },
    { is_remember: true, consent_text: '' },
    { is_remember: true, consent_text: 'remember-ar-0' },
    { is_remember: true, consent_text: 'fields-ar-1' },
  ])('[CRD-10] consent to save a card without a known consent text is refused: %j', (wire) => {
    expect(update(wire)).toEqual({ kind: 'malformed', where: 'consent_text' });
  });

  it('deleting a saved card requires a valid fingerprint', () => {
    expect(parse(deleteSavedCard.request, {}).kind).toBe('malformed');
    expect(parse(deleteSavedCard.request, { fingerprint: '../../x' }).kind).toBe('malformed');
  });
});

describe('an order with a card', () => {
  const place = (data: object, more: object = {}) =>
    parse(createCoinPay.request, {
      recharge_id: 'gems-1060',
      uid: 71,
      pay_type: 23,
      platform_data: JSON.stringify(data),
      ...more,
    });

  it('[ORD-01] an order is paid with a new card’s token or with a saved card', () => {
    expect(place({ token: 'tok_12345678' })).toMatchObject({ value: { card: { token: 'tok_12345678' } } });
    expect(place({ cvv_token: 'tok_12345678' }, { source_id: 'src_1' })).toMatchObject({
      value: { card: { sourceId: 'src_1', cvvToken: 'tok_12345678' } },
    });
    expect(place({}, { source_id: 'src_1' })).toMatchObject({ value: { card: { cvvToken: null } } });
  });

  it('[CRD-10] an order says whether the payer will be asked to save the card, has already agreed, or neither', () => {
    const token = 'tok_12345678';
    expect(place({ token, keep: 'ask' })).toMatchObject({ value: { card: { token, keep: 'ask' } } });
    expect(place({ token })).toMatchObject({ value: { card: { token } } });
    expect(place({ token })).not.toHaveProperty('value.card.keep');
    const fields = { token, session: 'ses_12345678' };
    expect(place({ drop_in: { ...fields, agreed: 'fields-ar-1' } })).toHaveProperty(
      'value.card.keep',
      'fields-ar-1',
    );
    // PayerMax's fields ask about saving the card themselves, so only the tick in them counts as consent.
    expect(place({ drop_in: fields, keep: 'ask' })).not.toHaveProperty('value.card.keep');
    expect(place({ drop_in: { ...fields, agreed: true } }).kind).toBe('malformed');
    expect(place({ token, keep: 'always' }).kind).toBe('malformed');
  });

  it('an order with both a token and a saved card, with neither, or with a plain CVV is refused', () => {
    expect(place({ token: 'tok_12345678' }, { source_id: 'src_1' }).kind).toBe('malformed');
    expect(place({ cvv_token: 'tok_12345678' }).kind).toBe('malformed');
    expect(place({ cvv_token: '123' }, { source_id: 'src_1' })).toEqual({
      kind: 'malformed',
      where: 'platform_data.cvv_token',
    });
  });
});
