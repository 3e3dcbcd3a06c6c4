import { expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { usdCents } from '../money.ts';
import { paidJustBefore } from './paid-just-before.ts';

const NOW = new Date('2026-11-15T10:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const next = { priceUsdCents: usdCents(999), recipientId: accountId(11) };
const paid = (ms: number, more: Partial<typeof next> = {}) => ({ ...next, ...more, paidAt: ago(ms) });

it('[UX 2.3] the same pack for the same account is asked about within two minutes, and not after', () => {
  expect(paidJustBefore(next, [paid(0)], NOW)).toEqual(paid(0));
  expect(paidJustBefore(next, [paid(119_999)], NOW)).toEqual(paid(119_999));
  expect(paidJustBefore(next, [paid(120_000)], NOW)).toBeNull();
  expect(paidJustBefore(next, [paid(-30_000)], NOW)).toEqual(paid(-30_000));
});

it('another pack or another account is another purchase', () => {
  expect(paidJustBefore(next, [paid(1_000, { priceUsdCents: usdCents(499) })], NOW)).toBeNull();
  expect(paidJustBefore(next, [paid(1_000, { recipientId: accountId(12) })], NOW)).toBeNull();
  expect(paidJustBefore(next, [], NOW)).toBeNull();
});
