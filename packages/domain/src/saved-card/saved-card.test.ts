import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import type { CardExpiry } from './card-expiry.ts';
import { payTypeOfSource, providerOfSource, type CardSourceId } from './card-source.ts';
import {
  firstGone,
  isCardExpired,
  listedCards,
  payerReferenceOf,
  seenCardsOf,
  WALLET_SOURCE,
  type CardFingerprint,
  type SavedCard,
} from './saved-card.ts';

describe('the name by which a provider knows a payer', () => {
  it('is the account on every device of it, and the device where nobody is logged in', () => {
    const account = accountId(1001);
    expect(payerReferenceOf({ device: 'd1', accountId: account })).toBe('account-1001');
    expect(payerReferenceOf({ device: 'd2', accountId: account })).toBe('account-1001');
    expect(payerReferenceOf({ device: 'd1', accountId: null })).toBe('device-d1');
    expect(payerReferenceOf({ device: 'd2', accountId: null })).toBe('device-d2');
  });
});

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

describe('seen card', () => {
  const card = (last4: string, day: number, more: Partial<SavedCard> = {}): SavedCard => ({
    sourceId: `src_${last4}` as CardSourceId,
    fingerprint: `print-${last4}` as CardFingerprint,
    scheme: 'visa',
    last4,
    issuerCountry: 'SA',
    expiry: '12/30' as CardExpiry,
    isExpiredByBank: false,
    isRemembered: true,
    lastUsedAt: new Date(Date.UTC(2026, 9, day)),
    recipientId: accountId(1001),
    ownerId: accountId(7),
    ...more,
  });
  const listed = (...cards: SavedCard[]) => cards.map((one) => ({ kind: 'saved-card', card: one }) as const);

  describe('[UX 2.3] what a device keeps of the saved cards', () => {
    it('scheme, last four and our name for it, and nothing else of the card or its owner', () => {
      expect(seenCardsOf(listed(card('4242', 1)))).toEqual([
        { sourceId: 'src_4242', scheme: 'visa', last4: '4242' },
      ]);
    });

    it('the list as it is seen: newest first, no wallet, none that nobody asked us to remember', () => {
      const sources = [
        { kind: 'wallet', lastUsedAt: new Date(0) } as const,
        ...listed(card('1111', 1), card('2222', 2), card('3333', 3, { isRemembered: false })),
      ];
      expect(seenCardsOf(sources).map(({ last4 }) => last4)).toEqual(['2222', '1111']);
    });
  });

  describe('[UX 2.3] a card that the server has no more', () => {
    const seen = seenCardsOf(listed(card('1111', 1), card('2222', 2)));

    it('is reported by its name', () => {
      expect(firstGone(seen, [card('2222', 2)])?.last4).toBe('1111');
      expect(firstGone(seen, [])?.last4).toBe('2222');
    });

    it('is not one that only has another name at the server', () => {
      const renamed = card('1111', 1, { sourceId: 'src_renamed' as CardSourceId });
      expect(firstGone(seen, [renamed, card('2222', 2)])).toBeNull();
    });

    it('is not one whose bank has given it another number', () => {
      const renewed = card('9999', 1, { sourceId: 'src_1111' as CardSourceId });
      expect(firstGone(seen, [renewed, card('2222', 2)])).toBeNull();
    });

    it('is gone though one of another scheme ends in the same four', () => {
      const other = card('1111', 1, { sourceId: 'src_other' as CardSourceId, scheme: 'mastercard' });
      expect(firstGone(seen, [other, card('2222', 2)])?.last4).toBe('1111');
    });
  });
});
