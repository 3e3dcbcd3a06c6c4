import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import type { CardExpiry } from './card-expiry.ts';
import type { CardSourceId } from './card-source.ts';
import type { CardFingerprint, SavedCard } from './saved-card.ts';
import { firstGone, seenCardsOf } from './seen-card.ts';

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

  it('is told by its name', () => {
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
