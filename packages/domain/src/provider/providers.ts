/** The numbers of the providers. Only this folder and the providers' own folders contain them. */
export const PAYERMAX = 6 as const;
export const CHECKOUT_COM = 13 as const;
export const ADYEN = 17 as const;
export const STRIPE = 18 as const;
export const TAP = 19 as const;
export const DEMO = 30 as const;

/** A form in which a card can be passed to a provider. */
export type CardForm = 'token' | 'encrypted' | 'drop-in' | 'hosted-page' | 'google-pay' | 'kept';

/**
 * To whom a provider's card is offered: to the visitors of a gradual release, on platforms that can show its fields, or to
 * everybody.
 */
export type CardOffer = 'released' | 'shown' | 'always';

/** How a provider deals with cards. */
export interface CardHabits {
  readonly payType: number;
  /** Forms of card that it accepts. A card made in one provider's fields is invalid for another. */
  readonly forms: readonly CardForm[];
  readonly offer: CardOffer;
  /** The order in which providers are tried for a new card: the newest first, because it is released deliberately. */
  readonly turn: number;
  /** The prefix of its saved cards' ids. Empty for a provider without one. */
  readonly savedCardIdPrefix: string;
  /** A saved card is charged only with its CVV. */
  readonly needsCvv: boolean;
  /** The date of a saved card can be changed. */
  readonly updatesExpiry: boolean;
  /** Consent to saving is ticked in its fields; otherwise the payer is asked after paying. */
  readonly asksInFields: boolean;
  /** Its fields are opened for one pack; for other providers changing the pack keeps what is typed. */
  readonly opensForPack: boolean;
  /** Its 3-D Secure needs facts about the browser. */
  readonly wantsBrowser: boolean;
}

export interface ProviderRow {
  readonly name: string;
  /** The folder name in server, site and sandbox, which is also part of its addresses. */
  readonly folder: string;
  /** Null: it takes no cards. */
  readonly card: CardHabits | null;
  readonly wallets: readonly number[];
  /** The longest time that a payment can stay undecided there and still be taken; null: not documented. */
  readonly attemptLifeDays: number | null;
  /** A payment can be looked up there. Without look-ups the provider reports everything by webhook. */
  readonly hasLookUp: boolean;
}

/** Every provider, with its properties. */
export const PROVIDERS = {
  [PAYERMAX]: {
    name: 'PayerMax',
    folder: 'payermax',
    card: {
      payType: 24,
      forms: ['drop-in', 'hosted-page', 'kept'],
      offer: 'always',
      turn: 3,
      // PayerMax's own ids have no recognisable form, so we put this prefix before them.
      savedCardIdPrefix: 'pmx_',
      needsCvv: false,
      updatesExpiry: false,
      asksInFields: true,
      opensForPack: true,
      wantsBrowser: true,
    },
    wallets: [25, 31],
    attemptLifeDays: 3,
    hasLookUp: true,
  },
  [CHECKOUT_COM]: {
    name: 'Checkout.com',
    folder: 'checkout-com',
    card: {
      payType: 23,
      forms: ['token', 'google-pay', 'kept'],
      offer: 'shown',
      turn: 2,
      savedCardIdPrefix: 'src_',
      needsCvv: true,
      updatesExpiry: true,
      asksInFields: false,
      opensForPack: false,
      wantsBrowser: false,
    },
    wallets: [],
    attemptLifeDays: 10,
    hasLookUp: true,
  },
  [ADYEN]: {
    name: 'Adyen',
    folder: 'adyen',
    card: {
      payType: 27,
      forms: ['encrypted', 'google-pay', 'kept'],
      offer: 'released',
      turn: 1,
      savedCardIdPrefix: '',
      needsCvv: true,
      updatesExpiry: false,
      asksInFields: false,
      opensForPack: false,
      wantsBrowser: true,
    },
    wallets: [26],
    attemptLifeDays: 28,
    hasLookUp: false,
  },
  [STRIPE]: {
    name: 'Stripe',
    folder: 'stripe',
    card: null,
    wallets: [28],
    attemptLifeDays: 7,
    hasLookUp: true,
  },
  [TAP]: { name: 'Tap', folder: 'tap', card: null, wallets: [29], attemptLifeDays: 7, hasLookUp: true },
  /** The sandbox itself, for the demo environment. */
  [DEMO]: { name: 'Demo', folder: 'demo', card: null, wallets: [30], attemptLifeDays: null, hasLookUp: true },
} as const satisfies Readonly<Record<number, ProviderRow>>;

type Providers = typeof PROVIDERS;

export type ProviderNumber = keyof Providers;

export type ProviderFolder = Providers[ProviderNumber]['folder'];

/** Providers that take cards: each has fields on the site. */
export type CardProvider = {
  [Number in ProviderNumber]: Providers[Number]['card'] extends null ? never : Number;
}[ProviderNumber];

/** Providers whose card is offered through a gradual release. Each has its own release setting. */
export type ReleasedProvider = {
  [Number in CardProvider]: Providers[Number]['card']['offer'] extends 'released' ? Number : never;
}[CardProvider];

export type CardPayType = Providers[CardProvider]['card']['payType'];

export type ProviderWallet = Providers[ProviderNumber]['wallets'][number];

export const PROVIDER_NUMBERS = Object.keys(PROVIDERS).map(
  Number,
) as readonly number[] as readonly ProviderNumber[];

export function takesCards(provider: ProviderNumber): provider is CardProvider {
  return PROVIDERS[provider].card !== null;
}

export const CARD_PROVIDERS: readonly CardProvider[] = PROVIDER_NUMBERS.filter(takesCards);

/** How a provider deals with cards; null without a provider, or for a provider that takes no cards. */
export function cardHabitsOf(provider: ProviderNumber | null): CardHabits | null {
  return provider === null ? null : PROVIDERS[provider].card;
}
