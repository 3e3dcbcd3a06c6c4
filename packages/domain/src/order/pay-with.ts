import { isWallet, providerOf, type PayType } from '../pay-type/pay-type.ts';
import { walletWayOf, type WalletWay } from '../pay-type/wallet-way.ts';
import { cardHabitsOf, type CardForm } from '../provider/providers.ts';
import type { FieldsConsent } from '../saved-card/card-consent-texts.ts';
import type { CardSourceId } from '../saved-card/card-source.ts';

/** A card as hosted fields hand it over that seal each field for their provider: unreadable for us. */
export type EncryptedCard = {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly holderName: string;
};

/** The page that sends the card will ask about it after the payment. Absent: nobody will, and it must not be kept. */
type SaveCardOption = { readonly keep?: 'ask' };

/** The token that the payer agreed to in a wallet's sheet: its provider alone can open it. */
export type WalletToken = {
  readonly walletToken: string;
  /** The card in the wallet, as its sheet calls it: debit, credit. */
  readonly methodType: string;
};

/** The order comes first: a wallet opens its sheet for it, and brings its token afterwards. */
type WalletSheetOpens = { readonly walletSheet: true };

/** The payer will agree on the provider's own page: nothing of the wallet passes through ours. */
type WalletPageOpens = { readonly walletPage: true };

/** The card that an order is opened with: typed into some provider's hosted fields just now, or saved at a provider. */
export type OrderedWith =
  /** A one-time token of the provider's fields. */
  | ({ readonly token: string } & SaveCardOption)
  | ({ readonly encryptedCard: EncryptedCard } & SaveCardOption)
  /**
   * A one-time token of fields that are opened with a session, good within it alone. `keep`: the text that was ticked there;
   * absent: it was not.
   */
  | { readonly dropInToken: string; readonly dropInSession: string; readonly keep?: FieldsConsent }
  /** A card of Google Pay, sealed for the provider whom its sheet was opened for, and good for one payment. */
  | { readonly googlePayToken: string }
  /** The payer will type the card on the provider's own page. */
  | ({ readonly hostedPage: true } & SaveCardOption)
  /** `cvvToken`: a one-time token or a sealed text of its CVV, where one was asked for. */
  | { readonly sourceId: CardSourceId; readonly cvvToken: string | null }
  | WalletSheetOpens
  | WalletPageOpens;

/** A payer's means of payment. */
export type PayWith = OrderedWith | WalletToken;

/** In whose hands the payment is: of a card in one of its forms, or of a wallet. */
export type PayForm = CardForm | WalletForm;

type WalletForm = 'wallet-sheet' | 'wallet-token' | 'wallet-page';

/** The means of payment of each way of a wallet. */
const WALLET_FORMS = {
  sheet: ['wallet-sheet', 'wallet-token'],
  button: ['wallet-sheet', 'wallet-token'],
  page: ['wallet-page'],
} as const satisfies Record<WalletWay, readonly WalletForm[]>;

/** Facts about the paying browser that a bank's 3-D Secure asks for. */
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
  // No provider takes the wallet that visitors see.
  return isWallet(payType) ? [] : (cardHabitsOf(providerOf(payType))?.forms ?? []);
}

/** A card made for one provider is nothing to another; a wallet's pay type takes what its way brings, and no card. */
export function isPaidBy(payType: PayType, card: PayWith): boolean {
  return formsOf(payType).includes(formOf(card));
}
