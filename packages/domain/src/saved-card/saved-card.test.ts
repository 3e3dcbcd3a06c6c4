import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import type { CardExpiry } from './card-expiry.ts';
import { payTypeOfSource, providerOfSource, type CardSourceId } from './card-source.ts';
import {
  isCardExpired,
  listedCards,
  WALLET_SOURCE,
  type CardFingerprint,
  type SavedCard,
} from './saved-card.ts';

const card = (id: string, day: number, more: Partial<SavedCard> = {}): SavedCard => ({
  sourceId: `src_${id}` as CardSourceId,
  fingerprint: `print-${id}` as CardFingerprint,
  scheme: 'visa',
  last4: '4242',
  issuerCountry: 'SA',
  expiry: '12/30' as CardExpiry,
  isExpiredByBank: false,
  isRemembered: true,
  lastUsedAt: new Date(Date.UTC(2026, 0, day)),
  recipientId: accountId(1001),
  ownerId: null,
  ...more,
});
const names = (cards: readonly SavedCard[]) => cards.map((one) => one.sourceId);

describe('saved cards', () => {
  it('[CRD-01] stand newest use first', () => {
    const cards = [card('a', 1), card('b', 9), card('c', 5)];
    expect(names(listedCards(cards, { isAll: false }))).toEqual(['src_b', 'src_c', 'src_a']);
  });

  it('[CRD-04] are the remembered ones unless all are asked for', () => {
    const cards = [card('a', 1), card('b', 9, { isRemembered: false })];
    expect(names(listedCards(cards, { isAll: false }))).toEqual(['src_a']);
    expect(names(listedCards(cards, { isAll: true }))).toEqual(['src_b', 'src_a']);
  });

  it('[CRD-04] name one card once, by its newest use', () => {
    const same = { fingerprint: 'one' as CardFingerprint };
    expect(names(listedCards([card('old', 1, same), card('new', 3, same)], { isAll: true }))).toEqual([
      'src_new',
    ]);
    // A newer saving that is not remembered does not hide the remembered one.
    const forgotten = card('new', 3, { ...same, isRemembered: false });
    expect(names(listedCards([card('old', 1, same), forgotten], { isAll: false }))).toEqual(['src_old']);
  });

  it('[EXP-03] are expired by their date, or when the bank says so before it', () => {
    const now = new Date('2026-11-15T10:00:00Z');
    const dated = (expiry: string, isExpiredByBank = false) =>
      isCardExpired({ expiry: expiry as CardExpiry, isExpiredByBank }, now);
    expect([dated('10/26'), dated('11/26'), dated('12/30'), dated('12/30', true)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('[CRD-02] the wallet is a card with nothing on it', () => {
    expect(WALLET_SOURCE).toEqual({ sourceId: 'apple_pay', last4: '0000', bin: '000000' });
  });

  it.each([
    ['src_abc', 13, 23],
    ['8415718415718415', 17, 27],
    ['stored-elsewhere', 17, 27],
    ['', 17, 27],
    // The prefix is the beginning, and nothing but the prefix.
    ['my_src_abc', 17, 27],
    ['SRC_abc', 17, 27],
  ] as const)('[CRD-03] %j is a card of provider %i, pay type %i', (sourceId, provider, payType) => {
    expect(providerOfSource(sourceId as CardSourceId)).toBe(provider);
    expect(payTypeOfSource(sourceId as CardSourceId)).toBe(payType);
  });

  it('a token of PayerMax is known by the prefix we put before it', () => {
    const sourceId = 'pmx_src_8841' as CardSourceId;
    expect(providerOfSource(sourceId)).toBe(6);
    expect(payTypeOfSource(sourceId)).toBe(24);
  });
});
