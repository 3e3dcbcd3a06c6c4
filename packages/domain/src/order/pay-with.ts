import type { ProviderNumber } from '../pay-type/pay-type.ts';
import type { CardSourceId } from '../saved-card/saved-card.ts';

/** A card as provider 17's hosted fields hand it over: sealed for the provider, unreadable for us. */
export type EncryptedCard = {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly holderName: string;
};

/** What a payer pays with: a card typed into some provider's hosted fields just now, or one that a provider keeps. */
export type PayWith =
  /** A one-time token of provider 13's fields. */
  | { readonly token: string }
  | { readonly encryptedCard: EncryptedCard }
  /** A one-time token of provider 6's fields, good within their session alone. */
  | { readonly dropInToken: string; readonly dropInSession: string }
  /** The payer will type the card on the provider's own page. */
  | { readonly hostedPage: true }
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

export type CardForm = 'token' | 'encrypted' | 'drop-in' | 'hosted-page' | 'kept';

export function formOf(card: PayWith): CardForm {
  if ('token' in card) return 'token';
  if ('encryptedCard' in card) return 'encrypted';
  if ('dropInToken' in card) return 'drop-in';
  return 'hostedPage' in card ? 'hosted-page' : 'kept';
}

/** What each provider can be handed. A card made in the fields of one is nothing to another. */
const FORMS = {
  6: ['drop-in', 'hosted-page', 'kept'],
  13: ['token', 'kept'],
  17: ['encrypted', 'kept'],
  18: [],
  19: [],
  30: [],
} as const satisfies Record<ProviderNumber, readonly CardForm[]>;

export function isCardFor(provider: ProviderNumber, card: PayWith): boolean {
  const forms: readonly CardForm[] = FORMS[provider];
  return forms.includes(formOf(card));
}
