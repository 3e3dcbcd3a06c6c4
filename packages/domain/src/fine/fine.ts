import { usdCents, type UsdCents } from '../money.ts';

/** Doubling ends somewhere: nobody is ever asked for more than this many steps. */
export const FINE_DOUBLINGS_MAX = 10;

/** Why an account is banned, as far as a fine is concerned. */
export type Ban =
  | { readonly kind: 'refund'; readonly refundBanCount: number; readonly until: Date | null }
  | { readonly kind: 'permanent' }
  | { readonly kind: 'other'; readonly until: Date | null };

/** The fine doubles with each refund ban that came before this one. */
export function fineUsdCents(base: UsdCents, refundBanCount: number): UsdCents {
  if (!Number.isSafeInteger(refundBanCount) || refundBanCount < 0) {
    throw new RangeError(`not a count of bans: ${refundBanCount}`);
  }
  return usdCents(base * 2 ** Math.min(refundBanCount, FINE_DOUBLINGS_MAX));
}

export type FineStanding =
  | {
      readonly kind: 'fine';
      readonly amountUsdCents: UsdCents;
      readonly refundBanCount: number;
      readonly until: Date | null;
    }
  | { readonly kind: 'permanent' }
  | { readonly kind: 'none' };

/** Only a ban for a refund can be paid off; a permanent one never, and any other ends by itself. */
export function fineStanding(ban: Ban | null, base: UsdCents): FineStanding {
  if (ban === null || ban.kind === 'other') return { kind: 'none' };
  if (ban.kind === 'permanent') return { kind: 'permanent' };
  const { refundBanCount, until } = ban;
  return { kind: 'fine', amountUsdCents: fineUsdCents(base, refundBanCount), refundBanCount, until };
}
