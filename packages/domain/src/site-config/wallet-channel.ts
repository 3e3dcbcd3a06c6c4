import { GRAY_RATIO_SUM_MAX } from '../limits.ts';
import { DEFAULT_WALLET, isPayType, isWallet, type PayType } from '../pay-type/pay-type.ts';
import { isWhitelisted, type GrayRelease, type GrayVisitor } from './gray-release.ts';

/** A provider's share of wallet payments. An invalid ratio is NaN. */
export interface WalletChannel extends GrayRelease {
  readonly payType: PayType;
}

/**
 * The wallet pay type, and so the provider, of this visitor; null if none. The hundred gray values are assigned in the order of
 * the entries. Shares above a hundred are scaled down; compared by cross multiplication, because division could move visitors at
 * the border.
 */
export function walletChannelOf(channels: readonly WalletChannel[], visitor: GrayVisitor): PayType | null {
  const forced = channels.find((channel) => isWhitelisted(channel, visitor));
  if (forced) return forced.payType;
  const sum = channels.reduce((total, { ratio }) => total + ratio, 0);
  if (!Number.isFinite(sum) || channels.some(({ ratio }) => ratio < 0)) return null;
  const whole = Math.max(sum, GRAY_RATIO_SUM_MAX);
  let reached = 0;
  for (const { payType, ratio } of channels) {
    reached += ratio;
    if (visitor.grayValue * whole < reached * GRAY_RATIO_SUM_MAX) return payType;
  }
  return null;
}

/** The channel released to a visitor, and the channel that serves them. */
export interface WalletChoice {
  /** The channel that the operator's shares give the visitor; null: none. */
  readonly released: PayType | null;
  /** The released channel, or another released one while that fails; null: no channel. */
  readonly serving: PayType | null;
}

/**
 * Visitors of a failing channel are spread over the healthy released ones in proportion to their shares, and return when it
 * recovers. A whitelist entry always wins. Where no other channel is healthy the visitor stays, and the page's check of the
 * wallet is refused as `wallet-unstable`.
 */
export function walletChoiceOf(
  channels: readonly WalletChannel[],
  visitor: GrayVisitor,
  serves: (payType: PayType) => boolean,
): WalletChoice {
  const released = walletChannelOf(channels, visitor);
  const isForced = channels.some((channel) => isWhitelisted(channel, visitor));
  if (released === null || isForced || serves(released)) return { released, serving: released };
  const others = channels.filter(({ payType, ratio }) => ratio > 0 && serves(payType));
  const sum = others.reduce((total, { ratio }) => total + ratio, 0);
  let reached = 0;
  for (const { payType, ratio } of others) {
    reached += ratio;
    if (visitor.grayValue * sum < reached * GRAY_RATIO_SUM_MAX) return { released, serving: payType };
  }
  return { released, serving: released };
}

export type WalletReading =
  | { readonly kind: 'known'; readonly payType: PayType }
  /** An unknown wallet: the default is used, and the caller reports it. */
  | { readonly kind: 'reset'; readonly payType: PayType; readonly unknownCode: number };

export function readWalletType(code: number): WalletReading {
  if (isPayType(code) && isWallet(code)) return { kind: 'known', payType: code };
  return { kind: 'reset', payType: DEFAULT_WALLET, unknownCode: code };
}
