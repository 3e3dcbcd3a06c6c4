/** Whose number is whose. Outside this folder and the provider's own ones nobody writes a number of a provider. */
export const PAYERMAX = 6 as const;
export const CHECKOUT_COM = 13 as const;
export const ADYEN = 17 as const;
export const STRIPE = 18 as const;
export const TAP = 19 as const;
export const DEMO = 30 as const;

/** A form in which a card can be passed to a provider. */
export type CardForm = 'token' | 'encrypted' | 'drop-in' | 'hosted-page' | 'google-pay' | 'kept';

/** To whom a provider's card is offered: those it is released to, those whose platform can show its fields, everybody. */
export type CardOffer = 'released' | 'shown' | 'always';

/** How a provider deals with cards. */
export interface CardHabits {
  readonly payType: number;
  /** Forms that it accepts. A card made in the fields of one provider is nothing to another. */
  readonly forms: readonly CardForm[];
  readonly offer: CardOffer;
  /** Whom a new card is tried with first: the newest, as what is released to somebody is there to be used. */
  readonly turn: number;
  /**
   * The prefix of its saved cards' names. A provider without a prefix of its own has an empty one, which every name begins
   * with.
   */
  readonly savedCardIdPrefix: string;
  /** It charges a card that it keeps only with the CVV beside it. */
  readonly needsCvv: boolean;
  /** It takes a new date for a card that it keeps. */
  readonly updatesExpiry: boolean;
  /** Whether the card may be kept is ticked in its fields; otherwise the payer is asked after paying. */
  readonly asksInFields: boolean;
  /** Its fields are opened for one pack; with the others another pack leaves what is typed as it is. */
  readonly opensForPack: boolean;
  /** Its bank's check wants to know the browser that pays. */
  readonly wantsBrowser: boolean;
}

export interface ProviderRow {
  readonly name: string;
  /** The name of its folders, the server's, the site's and the sandbox's, and so a part of its addresses. */
  readonly folder: string;
  /** Null: it takes no cards. */
  readonly card: CardHabits | null;
  readonly wallets: readonly number[];
  /** The longest a payment may live undecided there before it can no longer take money; null: it names no limit. */
  readonly attemptLifeDays: number | null;
}

/** Everybody who can take a payment, and all that tells them apart for us. */
export const PROVIDERS = {
  [PAYERMAX]: {
    name: 'PayerMax',
    folder: 'payermax',
    card: {
      payType: 24,
      forms: ['drop-in', 'hosted-page', 'kept'],
      offer: 'always',
      turn: 3,
      // Its own ids have no form to know them by: we put this before them.
      savedCardIdPrefix: 'pmx_',
      needsCvv: false,
      updatesExpiry: false,
      asksInFields: true,
      opensForPack: true,
      wantsBrowser: true,
    },
    wallets: [25, 31],
    attemptLifeDays: 3,
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
  },
  [STRIPE]: { name: 'Stripe', folder: 'stripe', card: null, wallets: [28], attemptLifeDays: 7 },
  [TAP]: { name: 'Tap', folder: 'tap', card: null, wallets: [29], attemptLifeDays: 7 },
  /** Of the demo environment: the sandbox itself. */
  [DEMO]: { name: 'Demo', folder: 'demo', card: null, wallets: [30], attemptLifeDays: null },
} as const satisfies Readonly<Record<number, ProviderRow>>;

type Providers = typeof PROVIDERS;

export type ProviderNumber = keyof Providers;

export type ProviderFolder = Providers[ProviderNumber]['folder'];

/** Those who take cards: each has fields on the site. */
export type CardProvider = {
  [Number in ProviderNumber]: Providers[Number]['card'] extends null ? never : Number;
}[ProviderNumber];

/** Those whose card is offered to whom it is released. Each has a release of its own. */
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

/** Null for one that takes no cards, and for nobody. */
export function cardHabitsOf(provider: ProviderNumber | null): CardHabits | null {
  return provider === null ? null : PROVIDERS[provider].card;
}
