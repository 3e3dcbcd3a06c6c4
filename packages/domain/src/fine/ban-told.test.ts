import { expect, it } from 'vitest';
import { usdCents } from '../money.ts';
import { banTold } from './ban-told.ts';
import { fineStanding, type Ban } from './fine.ts';

const NOW = new Date('2026-11-15T10:00:00Z');
const END = new Date('2026-11-21T10:00:00Z');
const PRICES = { baseUsdCents: usdCents(500), maxUsdCents: usdCents(8_000) };
const told = (ban: Ban | null) => banTold(fineStanding(ban, PRICES, NOW));

it('[FIN-01 in part] a ban is told with its end, with a fine only where a fine lifts it, and a permanent one as such', () => {
  expect(told({ kind: 'refund', refundBanCount: 0, until: END })).toEqual({ kind: 'fine', until: END });
  expect(told({ kind: 'refund', refundBanCount: 2, until: null })).toEqual({ kind: 'fine', until: null });
  expect(told({ kind: 'other', until: END })).toEqual({ kind: 'dated', until: END });
  expect(told({ kind: 'permanent' })).toEqual({ kind: 'permanent' });
  expect(told({ kind: 'other', until: null })).toBeNull();
  expect(told(null)).toBeNull();
});
