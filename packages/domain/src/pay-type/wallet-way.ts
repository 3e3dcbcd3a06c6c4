import type { ProviderWallet } from '../provider/providers.ts';
import type { PayType } from './pay-type.ts';

/**
 * Where a payer authorises: in a sheet that our page opens, by a button that the provider draws in our page, or on the
 * provider's page.
 */
export type WalletWay = 'sheet' | 'button' | 'page';

const WALLET_WAYS = {
  25: 'page',
  26: 'sheet',
  28: 'sheet',
  29: 'sheet',
  30: 'sheet',
  31: 'button',
} as const satisfies Record<ProviderWallet, WalletWay>;

/** Where the payer authorises a wallet's pay type; null for a card, and for the generic wallet. */
export function walletWayOf(payType: PayType): WalletWay | null {
  const ways: Partial<Record<PayType, WalletWay>> = WALLET_WAYS;
  return ways[payType] ?? null;
}

/** Whether the provider draws the wallet's button in our page. */
export function isEmbeddedWallet(payType: PayType): boolean {
  return walletWayOf(payType) === 'button';
}
