import { createHash } from 'node:crypto';
import type { OpenedToken, WalletTokens } from '../apple-pay/wallet-tokens.ts';
import type { OpenedGoogleToken } from '../google-pay/google-tokens.ts';
import { SCENARIOS, type ScenarioKey } from '../scenarios.ts';
import { CARD_NUMBER_DIGITS, passesLuhn, schemeOf } from '../world/card-number.ts';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import { behaviourOf, type Asking } from './adyen-cards.ts';
import type { AdyenFault } from './errors.ts';
import type { SealedField, SealedValues } from './sealed-values.ts';

export const BRANDS = { visa: 'visa', mastercard: 'mc' } as const;
type TypedBrand = (typeof BRANDS)[keyof typeof BRANDS];
/** Adyen gives a card out of a wallet a brand of its own, such as visa_applepay. */
export type Brand = TypedBrand | `${TypedBrand}_${'applepay' | 'googlepay'}`;

/** The facts about a card that the sandbox stores. It stores neither number nor CVC: they are used only in their request. */
export interface AdyenCard {
  readonly scenario: ScenarioKey;
  readonly asking: Asking;
  readonly brand: Brand;
  readonly bin: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  /** An alias of the card, the same whoever pays with it. */
  readonly alias: string;
  readonly holderName: string | null;
}

function aliasOf(number: string): string {
  const digest = createHash('sha256').update(`alias ${number}`).digest();
  const letters = Array.from(digest.subarray(0, 15), (byte) => String.fromCharCode(65 + (byte % 26)));
  return `H${letters.join('')}`;
}

function opened(sealed: SealedValues, method: Json, field: SealedField): string | null {
  const blob = textIn(method, field);
  return blob === null ? null : sealed.open(field, blob);
}

/** Checks the security code of a saved or typed card. It may be missing, but must be valid if present. */
export function cvcFault(sealed: SealedValues, method: Json): AdyenFault | null {
  if (textIn(method, 'encryptedSecurityCode') === null) return null;
  const cvc = opened(sealed, method, 'encryptedSecurityCode');
  if (cvc === null) return 'unreadable';
  return /^\d{3,4}$/.test(cvc) ? null : 'cvcInvalid';
}

/** Reads the sealed fields of a paymentMethod. */
export function typedCard(sealed: SealedValues, method: Json, now: number): AdyenCard | AdyenFault {
  const number = opened(sealed, method, 'encryptedCardNumber');
  const month = Number(opened(sealed, method, 'encryptedExpiryMonth') ?? Number.NaN);
  const year = Number(opened(sealed, method, 'encryptedExpiryYear') ?? Number.NaN);
  if (number === null) return 'unreadable';
  const scheme = schemeOf(number);
  if (number.length !== CARD_NUMBER_DIGITS || !passesLuhn(number) || scheme === null) return 'numberInvalid';
  if (!Number.isInteger(month) || month < 1 || month > 12) return 'monthInvalid';
  if (!Number.isInteger(year) || Date.UTC(year, month, 1) <= now) return 'yearInvalid';
  const fault = cvcFault(sealed, method);
  if (fault !== null) return fault;
  return {
    ...behaviourOf(number),
    brand: BRANDS[scheme],
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth: month,
    expiryYear: year,
    alias: aliasOf(number),
    holderName: textIn(method, 'holderName'),
  };
}

/** The shop sends the sheet's token as text: JSON in base64. */
export function walletTokenIn(tokens: WalletTokens, method: Json): OpenedToken | null {
  try {
    const text = Buffer.from(textIn(method, 'applePayToken') ?? '', 'base64').toString('utf8');
    return tokens.open(recordIn(JSON.parse(text)));
  } catch {
    return null;
  }
}

function cardIn(wallet: 'applepay' | 'googlepay', scenario: ScenarioKey, now: number): AdyenCard {
  const { number } = SCENARIOS[scenario];
  return {
    ...behaviourOf(number),
    brand: `${BRANDS[schemeOf(number) ?? 'visa']}_${wallet}`,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth: 12,
    expiryYear: new Date(now).getUTCFullYear() + 3,
    alias: aliasOf(`in the wallet ${number}`),
    holderName: null,
  };
}

/** The wallet has authenticated its owner already, so the bank does not. */
export function walletCard({ scenario }: OpenedToken, now: number): AdyenCard {
  return { ...cardIn('applepay', scenario, now), asking: 'none' };
}

/** The shop sends the text that the sheet gave it. */
export function googleTokenIn(
  open: (token: unknown) => OpenedGoogleToken | null,
  method: Json,
): OpenedGoogleToken | null {
  try {
    return open(JSON.parse(textIn(method, 'googlePayToken') ?? ''));
  } catch {
    return null;
  }
}

/** The bank authenticates the payer if Google has not: for a card stored in an account, not on a phone. */
export function googleCard({ scenario }: OpenedGoogleToken, now: number): AdyenCard {
  return cardIn('googlepay', scenario, now);
}
