import { usdDecimal, type UsdCents } from '@jawhara/domain';
import type { WalletSheet } from './wallet-sheet.ts';

/** The request that opens a wallet's sheet, in the wallet's own words. */
export interface WalletRequest {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly merchantCapabilities: readonly string[];
  readonly total: { readonly label: string; readonly amount: string; readonly type: 'final' };
}

/** A network of Saudi Arabia alone: a sheet of another country that names it does not open. */
const MADA = 'mada';

export function walletRequest(sheet: WalletSheet, price: UsdCents): WalletRequest {
  const { countryCode, currencyCode, networks, capabilities, totalLabel } = sheet;
  return {
    countryCode,
    currencyCode,
    supportedNetworks: networks.filter((network) => network !== MADA || countryCode === 'SA'),
    merchantCapabilities: capabilities,
    total: { label: totalLabel, amount: usdDecimal(price), type: 'final' },
  };
}
