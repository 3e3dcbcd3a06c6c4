import type { AccountId } from '../account/account.ts';
import { GRAY_RATIO_SUM_MAX } from '../limits.ts';

/** A gradual release: everybody whose gray value is below the ratio, and everybody on the list. */
export interface GrayRelease {
  /** 0 to 100 per cent of visitors. */
  readonly ratio: number;
  readonly whitelist: readonly AccountId[];
}

export interface GrayVisitor {
  /** 0 to 99, constant for a visitor. */
  readonly grayValue: number;
  readonly accountId: AccountId | null;
}

export const NOBODY: GrayRelease = { ratio: 0, whitelist: [] };

/**
 * Derived from a digest of the visitor's id, so that no assignments are stored and every server computes the same value. 32
 * bits over 100 values: the bias is below one in forty million.
 */
export function grayValueOf(digest: Uint8Array): number {
  const [a, b, c, d] = digest;
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new RangeError('a digest has at least four bytes');
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % GRAY_RATIO_SUM_MAX;
}

export function isWhitelisted(release: Pick<GrayRelease, 'whitelist'>, visitor: GrayVisitor): boolean {
  return visitor.accountId !== null && release.whitelist.includes(visitor.accountId);
}

/** For the new card flow and Adyen's card. An invalid ratio (NaN) releases only to the whitelist. */
export function isReleasedTo(release: GrayRelease, visitor: GrayVisitor): boolean {
  return visitor.grayValue < release.ratio || isWhitelisted(release, visitor);
}

export type RepurchaseGroup = 'A' | 'B';

/** The visitor's group in the A/B test of repurchases. Without a ratio every visitor is in group A, the old behaviour. */
export function repurchaseGroupOf(ratio: number | null, visitor: GrayVisitor): RepurchaseGroup {
  return ratio !== null && visitor.grayValue < ratio ? 'B' : 'A';
}

/** Platforms that cannot show some providers' fields: their card is not offered there. */
export function isCardHiddenOn(platform: string, hiddenPlatforms: readonly string[]): boolean {
  const platformName = platform.toLowerCase();
  return hiddenPlatforms.some((hidden) => hidden.toLowerCase() === platformName);
}
