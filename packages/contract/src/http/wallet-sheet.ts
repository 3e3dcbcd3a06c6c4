import { usdDecimal, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';

/** The content of the wallet's sheet, and the cards it accepts. */
export interface WalletSheet {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly networks: readonly string[];
  readonly capabilities: readonly string[];
  readonly totalLabel: string;
  readonly displayName: string;
  readonly merchantIdentifier: string;
}

export const DEFAULT_WALLET_SHEET: WalletSheet = {
  countryCode: 'HK',
  currencyCode: 'USD',
  networks: ['visa', 'masterCard', 'chinaUnionPay'],
  capabilities: ['supports3DS', 'supportsDebit', 'supportsCredit', 'supportsEMV'],
  totalLabel: '',
  displayName: '',
  merchantIdentifier: '',
};

const fallen = DEFAULT_WALLET_SHEET;

/** The specification's spelling is merchantAcccount. */
export const walletSheetSchema = v.pipe(
  v.object({
    countryCode: v.fallback(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), fallen.countryCode),
    currencyCode: v.fallback(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), fallen.currencyCode),
    supportedNetworks: v.fallback(v.array(v.string()), [...fallen.networks]),
    merchantCapabilities: v.fallback(v.array(v.string()), [...fallen.capabilities]),
    merchantAcccount: v.fallback(v.string(), fallen.totalLabel),
    display_name: v.fallback(v.string(), fallen.displayName),
    merchant_identifier: v.fallback(v.string(), fallen.merchantIdentifier),
  }),
  v.transform((wire): WalletSheet => ({
    countryCode: wire.countryCode,
    currencyCode: wire.currencyCode,
    networks: wire.supportedNetworks,
    capabilities: wire.merchantCapabilities,
    totalLabel: wire.merchantAcccount,
    displayName: wire.display_name,
    merchantIdentifier: wire.merchant_identifier,
  })),
);

export function writeWalletSheet(sheet: WalletSheet): Record<string, string | readonly string[]> {
  return {
    countryCode: sheet.countryCode,
    currencyCode: sheet.currencyCode,
    supportedNetworks: sheet.networks,
    merchantCapabilities: sheet.capabilities,
    merchantAcccount: sheet.totalLabel,
    display_name: sheet.displayName,
    merchant_identifier: sheet.merchantIdentifier,
  };
}

/** The request that opens a wallet's sheet, in the wallet's format. */
export interface WalletRequest {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly merchantCapabilities: readonly string[];
  readonly total: { readonly label: string; readonly amount: string; readonly type: 'final' };
}

/** A network of Saudi Arabia only: a sheet of another country that names it does not open. */
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
