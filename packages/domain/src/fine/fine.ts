import type { Account, AccountSource } from '../account/account.ts';
import { usdCents, type UsdCents } from '../money.ts';
import { whyNotRechargeable, type RechargeRefusal } from '../recipient/recipient.ts';

/** Doubling ends somewhere: nobody is ever asked for more than this many steps. */
export const FINE_DOUBLINGS_MAX = 10;

/** A fine that was shown longer ago than this is shown again before it is paid. */
export const FINE_QUOTE_GOOD_FOR_MS = 15 * 60_000;

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
      /** The step of the ladder below this one; null on the first. */
      readonly previousUsdCents: UsdCents | null;
      /** What the next ban of this kind will cost; null when it grows no more. */
      readonly nextUsdCents: UsdCents | null;
      readonly refundBanCount: number;
      readonly until: Date | null;
    }
  | { readonly kind: 'permanent' }
  /** Nothing to pay. `until` says when a ban ends that no money lifts. */
  | { readonly kind: 'none'; readonly until: Date | null };

/** Only a ban for a refund can be paid off; a permanent one never, and any other ends by itself. Nobody pays for a ban that is over. */
export function fineStanding(ban: Ban | null, base: UsdCents, now: Date): FineStanding {
  if (ban === null) return { kind: 'none', until: null };
  if (ban.kind === 'permanent') return { kind: 'permanent' };
  const { until } = ban;
  if (until !== null && until <= now) return { kind: 'none', until: null };
  if (ban.kind === 'other') return { kind: 'none', until };
  const { refundBanCount } = ban;
  return {
    kind: 'fine',
    amountUsdCents: fineUsdCents(base, refundBanCount),
    previousUsdCents: refundBanCount === 0 ? null : fineUsdCents(base, refundBanCount - 1),
    nextUsdCents: refundBanCount < FINE_DOUBLINGS_MAX ? fineUsdCents(base, refundBanCount + 1) : null,
    refundBanCount,
    until,
  };
}

/** Why fines of this account are nothing for this site, or null. Being banned is no reason here: it is why people come. */
export function whyNoFineHere(
  account: Account,
  siteSource: AccountSource,
): Exclude<RechargeRefusal, 'banned'> | null {
  const isBanned = account.status === 'banned';
  const refusal = whyNotRechargeable(isBanned ? { ...account, status: 'normal' } : account, siteSource);
  return refusal === 'banned' ? null : refusal;
}
