import { cardHabitsOf, type CardForm, type ProviderNumber } from '../provider/providers.ts';
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
type AskedAfter = { readonly keep?: 'ask' };

/** What a payer pays with: a card typed into some provider's hosted fields just now, or one that a provider keeps. */
export type PayWith =
  /** A one-time token of the provider's fields. */
  | ({ readonly token: string } & AskedAfter)
  | ({ readonly encryptedCard: EncryptedCard } & AskedAfter)
  /**
   * A one-time token of fields that are opened with a session, good within it alone. `keep`: the text that was ticked there;
   * absent: it was not.
   */
  | { readonly dropInToken: string; readonly dropInSession: string; readonly keep?: FieldsConsent }
  /** The payer will type the card on the provider's own page. */
  | ({ readonly hostedPage: true } & AskedAfter)
  /** `cvvToken`: a one-time token or a sealed text of its CVV, where one was asked for. */
  | { readonly sourceId: CardSourceId; readonly cvvToken: string | null };

/** What a bank's 3-D Secure wants to know of the browser that pays. */
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

export function formOf(card: PayWith): CardForm {
  if ('token' in card) return 'token';
  if ('encryptedCard' in card) return 'encrypted';
  if ('dropInToken' in card) return 'drop-in';
  return 'hostedPage' in card ? 'hosted-page' : 'kept';
}

export function isCardFor(provider: ProviderNumber, card: PayWith): boolean {
  return cardHabitsOf(provider)?.forms.includes(formOf(card)) ?? false;
}
