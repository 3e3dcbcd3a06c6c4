import type { AccountId } from '../account/account.ts';
import { GRAY_RATIO_SUM_MAX } from '../limits.ts';

/** Who sees something new: everybody whose gray value is below the ratio, and those on the list. */
export interface GrayRelease {
  /** 0 to 100: how many of a hundred visitors. */
  readonly ratio: number;
  readonly whitelist: readonly AccountId[];
}

export interface GrayVisitor {
  /** 0 to 99, the same for the same visitor for ever. */
  readonly grayValue: number;
  readonly accountId: AccountId | null;
}

export const NOBODY: GrayRelease = { ratio: 0, whitelist: [] };

/**
 * From a digest of who somebody is, so that no list of assignments is needed and every server gives the same value.
 * 32 bits over 100 values: the bias is below one in forty million.
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

/** The new card flow and Adyen's card are both decided so. A ratio that is no number lets nobody in. */
export function isReleasedTo(release: GrayRelease, visitor: GrayVisitor): boolean {
  return visitor.grayValue < release.ratio || isWhitelisted(release, visitor);
}

export type RepurchaseGroup = 'A' | 'B';

/** Without a ratio everybody sees the old way, group A. */
export function repurchaseGroupOf(ratio: number | null, visitor: GrayVisitor): RepurchaseGroup {
  return ratio !== null && visitor.grayValue < ratio ? 'B' : 'A';
}

/** Some phones cannot show some providers' fields: there their card is not offered. */
export function isCardHiddenOn(platform: string, hiddenPlatforms: readonly string[]): boolean {
  const platformName = platform.toLowerCase();
  return hiddenPlatforms.some((hidden) => hidden.toLowerCase() === platformName);
}
