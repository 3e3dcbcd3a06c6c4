import { isWallet, providerOf, type PayType } from '../pay-type/pay-type.ts';
import { walletWayOf, type WalletWay } from '../pay-type/wallet-way.ts';
import { cardHabitsOf, type CardForm } from '../provider/providers.ts';
import type { FieldsConsent } from '../saved-card/card-consent-texts.ts';
import type { CardSourceId } from '../saved-card/card-source.ts';

/** A card from hosted fields that encrypt each field for their provider: unreadable for us. */
export type EncryptedCard = {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly holderName: string;
};

/**
 * `keep`: the page will ask after the payment whether to save the card. Absent: it will not ask, and the card must not be saved.
 */
type SaveCardOption = { readonly keep?: 'ask' };

/**
 * The token that a wallet's sheet returns when the payer has authorised: only the provider that it is made for can decrypt it.
 */
export type WalletToken = {
  readonly walletToken: string;
  /** The kind of card in the wallet: debit, credit. */
  readonly methodType: string;
};

/** The order is created first. Then the wallet opens its sheet for this order, and the page sends the token afterwards. */
type WalletSheetOpens = { readonly walletSheet: true };

/** The payer will authorise on the provider's own page: no data of the wallet passes through our pages. */
type WalletPageOpens = { readonly walletPage: true };

/**
 * How the payer of a new order pays: with a card just typed into a provider's fields, a card saved at a provider, or a wallet.
 */
export type OrderedWith =
  /** A one-time token of the provider's fields. */
  | ({ readonly token: string } & SaveCardOption)
  | ({ readonly encryptedCard: EncryptedCard } & SaveCardOption)
  /**
   * A one-time token of fields that are opened with a session, valid only in it. `keep`: the consent text beside the box that was
   * ticked there; absent: the box was not ticked.
   */
  | { readonly dropInToken: string; readonly dropInSession: string; readonly keep?: FieldsConsent }
  /** A card of Google Pay, encrypted for one provider, and valid for one payment. */
  | { readonly googlePayToken: string }
  /** The payer will type the card on the provider's own page. */
  | ({ readonly hostedPage: true } & SaveCardOption)
  /** `cvvToken`: a one-time token or the encrypted CVV, where one is needed. */
  | { readonly sourceId: CardSourceId; readonly cvvToken: string | null }
  | WalletSheetOpens
  | WalletPageOpens;

/** The means of payment. */
export type PayWith = OrderedWith | WalletToken;

/** The form in which a card or a wallet is passed to a provider. */
export type PayForm = CardForm | WalletForm;

type WalletForm = 'wallet-sheet' | 'wallet-token' | 'wallet-page';

/** The forms that each kind of wallet can have. */
const WALLET_FORMS = {
  sheet: ['wallet-sheet', 'wallet-token'],
  button: ['wallet-sheet', 'wallet-token'],
  page: ['wallet-page'],
} as const satisfies Record<WalletWay, readonly WalletForm[]>;

/** Facts about the paying browser that a bank's 3-D Secure requires. */
export type BrowserFacts = {
  readonly acceptHeader: string;
  readonly colorDepth: number;
  readonly isJavaEnabled: boolean;
  readonly language: string;
  readonly screenHeight: number;
  readonly screenWidth: number;
  readonly timeZoneOffsetMinutes: number;
  readonly userAgent: string;
};

export function formOf(card: PayWith): PayForm {
  if ('token' in card) return 'token';
  if ('encryptedCard' in card) return 'encrypted';
  if ('dropInToken' in card) return 'drop-in';
  if ('hostedPage' in card) return 'hosted-page';
  if ('googlePayToken' in card) return 'google-pay';
  if ('walletSheet' in card) return 'wallet-sheet';
  if ('walletPage' in card) return 'wallet-page';
  return 'walletToken' in card ? 'wallet-token' : 'kept';
}

function formsOf(payType: PayType): readonly PayForm[] {
  const way = walletWayOf(payType);
  if (way !== null) return WALLET_FORMS[way];
  // No provider takes the generic wallet.
  return isWallet(payType) ? [] : (cardHabitsOf(providerOf(payType))?.forms ?? []);
}

/**
 * Whether this pay type can be paid with this means. A card made for one provider is invalid for another; a wallet's pay type
 * takes its own form, and no card.
 */
export function isPaidBy(payType: PayType, card: PayWith): boolean {
  return formsOf(payType).includes(formOf(card));
}
