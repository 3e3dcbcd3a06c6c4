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

describe('the reference of a payer at a provider', () => {
  it('a provider’s reference for a payer is the account if logged in, otherwise the device', () => {
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
  it('[CRD-01] saved cards are listed by last use, newest first', () => {
    const cards = [card('a', 1), card('b', 9), card('c', 5)];
    expect(names(listedCards(cards, { isAll: false }))).toEqual(['src_b', 'src_c', 'src_a']);
  });

  it('[CRD-04] only remembered cards are listed, unless the caller requests all cards', () => {
    const cards = [card('a', 1), card('b', 9, { isRemembered: false })];
    expect(names(listedCards(cards, { isAll: false }))).toEqual(['src_a']);
    expect(names(listedCards(cards, { isAll: true }))).toEqual(['src_b', 'src_a']);
  });

  it('[CRD-04] the same card saved twice is listed once, by its newest use', () => {
    const same = { fingerprint: 'one' as CardFingerprint };
    expect(names(listedCards([card('old', 1, same), card('new', 3, same)], { isAll: true }))).toEqual([
      'src_new',
    ]);
    // If the same card was saved again later without consent, the earlier saved one is still listed.
    const forgotten = card('new', 3, { ...same, isRemembered: false });
    expect(names(listedCards([card('old', 1, same), forgotten], { isAll: false }))).toEqual(['src_old']);
  });

  it('[EXP-03] a saved card is expired after its expiry date, or earlier if the bank reports it', () => {
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

  it('[CRD-02] the wallet has the form of a saved card whose digits are all zeros', () => {
    expect(WALLET_SOURCE).toEqual({ sourceId: 'apple_pay', last4: '0000', bin: '000000' });
  });

  it.each([
    ['src_abc', 13, 23],
    ['8415718415718415', 17, 27],
    ['stored-elsewhere', 17, 27],
    ['', 17, 27],
    // The provider's prefix must stand at the very beginning, unchanged.
    ['my_src_abc', 17, 27],
    ['SRC_abc', 17, 27],
  ] as const)(
    '[CRD-03] the saved-card id %j belongs to provider %i, pay type %i',
    (sourceId, provider, payType) => {
      expect(providerOfSource(sourceId as CardSourceId)).toBe(provider);
      expect(payTypeOfSource(sourceId as CardSourceId)).toBe(payType);
    },
  );

  it('a PayerMax card token is recognised by the prefix we add to it', () => {
    const sourceId = 'pmx_src_8841' as CardSourceId;
    expect(providerOfSource(sourceId)).toBe(6);
    expect(payTypeOfSource(sourceId)).toBe(24);
  });
});

describe('saved cards that a device has stored', () => {
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

  describe('[UX 2.3] the saved cards stored on a device', () => {
    it('a device stores only a saved card’s scheme, last four digits and our id', () => {
      expect(seenCardsOf(listed(card('4242', 1)))).toEqual([
        { sourceId: 'src_4242', scheme: 'visa', last4: '4242' },
      ]);
    });

    it('a device stores its remembered cards newest first, without the wallet', () => {
      const sources = [
        { kind: 'wallet', lastUsedAt: new Date(0) } as const,
        ...listed(card('1111', 1), card('2222', 2), card('3333', 3, { isRemembered: false })),
      ];
      expect(seenCardsOf(sources).map(({ last4 }) => last4)).toEqual(['2222', '1111']);
    });
  });

  describe('[UX 2.3] a stored card that the server no longer has', () => {
    const seen = seenCardsOf(listed(card('1111', 1), card('2222', 2)));

    it('a card stored on the device that the server no longer lists is reported as gone', () => {
      expect(firstGone(seen, [card('2222', 2)])?.last4).toBe('1111');
      expect(firstGone(seen, [])?.last4).toBe('2222');
    });

    it('a stored card that has a new id at the server is not reported as gone', () => {
      const renamed = card('1111', 1, { sourceId: 'src_renamed' as CardSourceId });
      expect(firstGone(seen, [renamed, card('2222', 2)])).toBeNull();
    });

    it('a saved card that got a new number from its bank is not reported as gone', () => {
      const renewed = card('9999', 1, { sourceId: 'src_1111' as CardSourceId });
      expect(firstGone(seen, [renewed, card('2222', 2)])).toBeNull();
    });

    it('a card is reported as gone even if a card of another scheme has the same last four digits', () => {
      const other = card('1111', 1, { sourceId: 'src_other' as CardSourceId, scheme: 'mastercard' });
      expect(firstGone(seen, [other, card('2222', 2)])?.last4).toBe('1111');
    });
  });
});
