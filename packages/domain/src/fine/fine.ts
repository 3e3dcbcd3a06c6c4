import type { Account, AccountSource } from '../account/account.ts';
import { usdCents, type Money, type UsdCents } from '../money.ts';
import { goneBack, isGone, type KnownReturn, type ReturnHow } from '../payment/payment-return.ts';
import { whyNotRechargeable, type RechargeRefusal } from '../recipient/recipient.ts';

/** The operator's prices: the base amount and the maximum. */
export type FinePrices = { readonly baseUsdCents: UsdCents; readonly maxUsdCents: UsdCents };

/** How long the shown amount of a fine is valid. After that the fine is shown again before it is paid. */
export const FINE_QUOTE_GOOD_FOR_MS = 15 * 60_000;

/** The facts about a ban that decide its fine. A refund ban follows a chargeback; it is the only kind that a fine lifts. */
export type Ban =
  | { readonly kind: 'refund'; readonly refundBanCount: number; readonly until: Date | null }
  | { readonly kind: 'permanent' }
  | { readonly kind: 'other'; readonly until: Date | null };

function isAtTop({ baseUsdCents, maxUsdCents }: FinePrices, step: number): boolean {
  return baseUsdCents * 2 ** step >= maxUsdCents;
}

function stepUsdCents({ baseUsdCents, maxUsdCents }: FinePrices, step: number): UsdCents {
  return usdCents(Math.min(baseUsdCents * 2 ** step, maxUsdCents));
}

/** [FIN-02] The fine doubles with each earlier refund ban, up to the operator's maximum. */
export function fineUsdCents(prices: FinePrices, refundBanCount: number): UsdCents {
  if (!Number.isSafeInteger(refundBanCount) || refundBanCount < 0) {
    throw new RangeError(`not a count of bans: ${refundBanCount}`);
  }
  return stepUsdCents(prices, refundBanCount);
}

/** How many times the first fine was doubled for this amount. At the maximum all further bans cost the same. */
function stepOf(prices: FinePrices, refundBanCount: number): number {
  let step = 0;
  while (step < refundBanCount && !isAtTop(prices, step)) step += 1;
  return step;
}

export type FineStanding =
  | {
      readonly kind: 'fine';
      readonly amountUsdCents: UsdCents;
      /** The previous step's amount; null on the first. */
      readonly previousUsdCents: UsdCents | null;
      /** The fine of the next ban; null if the fine has reached the maximum. */
      readonly nextUsdCents: UsdCents | null;
      /** The fine of the ban after the next; null if the next fine has reached the maximum. */
      readonly afterNextUsdCents: UsdCents | null;
      readonly refundBanCount: number;
      readonly until: Date | null;
    }
  | { readonly kind: 'permanent' }
  /** Nothing to pay. `until`: the end of a ban that no payment lifts. */
  | { readonly kind: 'none'; readonly until: Date | null };

/**
 * The payer's view of a ban: a fine for a refund ban, nothing to pay for another ban or one that is over. A permanent ban cannot
 * be paid off.
 */
export function fineStanding(ban: Ban | null, prices: FinePrices, now: Date): FineStanding {
  if (ban === null) return { kind: 'none', until: null };
  if (ban.kind === 'permanent') return { kind: 'permanent' };
  const { until } = ban;
  if (until !== null && until <= now) return { kind: 'none', until: null };
  if (ban.kind === 'other') return { kind: 'none', until };
  const { refundBanCount } = ban;
  const step = stepOf(prices, refundBanCount);
  return {
    kind: 'fine',
    amountUsdCents: fineUsdCents(prices, refundBanCount),
    previousUsdCents: step === 0 ? null : stepUsdCents(prices, step - 1),
    nextUsdCents: isAtTop(prices, step) ? null : stepUsdCents(prices, step + 1),
    afterNextUsdCents: isAtTop(prices, step + 1) ? null : stepUsdCents(prices, step + 2),
    refundBanCount,
    until,
  };
}

/**
 * Why this site shows no fine for this account, or null. A banned account is not refused here, because its owner needs this page.
 */
export function whyNoFineHere(
  account: Account,
  siteSource: AccountSource,
): Exclude<RechargeRefusal, 'banned'> | null {
  const isBanned = account.status === 'banned';
  const refusal = whyNotRechargeable(isBanned ? { ...account, status: 'normal' } : account, siteSource);
  return refusal === 'banned' ? null : refusal;
}

/** A ban as a payer sees it: a fine that lifts it, its end date, or permanent. */
export type BanNotice =
  | { readonly kind: 'fine'; readonly until: Date | null }
  | { readonly kind: 'dated'; readonly until: Date }
  | { readonly kind: 'permanent' };

/** Null if neither a fine nor a date is known. A permanent ban never has a fine. */
export function describeBan(standing: FineStanding): BanNotice | null {
  if (standing.kind === 'permanent') return { kind: 'permanent' };
  if (standing.kind === 'fine') return { kind: 'fine', until: standing.until };
  return standing.until === null ? null : { kind: 'dated', until: standing.until };
}

/**
 * Whether money of a fine that went back undoes the fine, by the kind of return. After an operator's refund the ban stays lifted.
 */
const UNDOES_FINE = { refund: false, dispute: true, reversal: true } as const satisfies Record<
  ReturnHow,
  boolean
>;

/**
 * [FIN-05] Whether the fine's money is gone without an operator's decision: it never arrived, or a bank took it back. Not
 * if an operator had also refunded all of it: then the payer owes nothing.
 */
export function isFineMoneyGone(paid: Money, returns: readonly KnownReturn[]): boolean {
  const byOperator = goneBack(
    paid,
    returns.filter(({ how }) => !UNDOES_FINE[how]),
  );
  const isMoneyGone = returns.some((one) => UNDOES_FINE[one.how] && isGone(one));
  return isMoneyGone && byOperator.minorUnits < paid.minorUnits;
}
