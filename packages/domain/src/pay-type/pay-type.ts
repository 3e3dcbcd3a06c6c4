import {
  ADYEN,
  cardHabitsOf,
  CHECKOUT_COM,
  PAYERMAX,
  PROVIDER_NUMBERS,
  PROVIDERS,
  takesCards,
  type CardHabits,
  type CardPayType,
  type CardProvider,
  type ProviderNumber,
  type ProviderWallet,
} from '../provider/providers.ts';

/** A visitor sees it, but no provider takes it. */
export const GENERIC_WALLET = 2528 as const;

export type PayType = CardPayType | ProviderWallet | typeof GENERIC_WALLET;

type PayTypeRow =
  | { readonly kind: 'card'; readonly provider: CardProvider }
  | { readonly kind: 'wallet'; readonly provider: ProviderNumber | null };

function waysOf(provider: ProviderNumber): [PayType, PayTypeRow][] {
  const wallets = PROVIDERS[provider].wallets.map((wallet): [PayType, PayTypeRow] => [
    wallet,
    { kind: 'wallet', provider },
  ]);
  return takesCards(provider)
    ? [[PROVIDERS[provider].card.payType, { kind: 'card', provider }], ...wallets]
    : wallets;
}

/** Each pay type with the provider behind it: as the providers have it. */
export const PAY_TYPES = Object.fromEntries([
  ...PROVIDER_NUMBERS.flatMap(waysOf),
  [GENERIC_WALLET, { kind: 'wallet', provider: null }],
]) as Readonly<Record<PayType, PayTypeRow>>;

export const CHECKOUT_COM_CARD = PROVIDERS[CHECKOUT_COM].card.payType;
// Nothing is worked out on a page that does not ask: the site's first load drops these.
export const PAYERMAX_CARD = /* @__PURE__ */ cardPayTypeOf(PAYERMAX);
export const ADYEN_CARD = /* @__PURE__ */ cardPayTypeOf(ADYEN);
/** The pay type of a visitor who has never paid. */
export const DEFAULT_PAY_TYPE: PayType = cardPayTypeOf(CHECKOUT_COM);
export const DEFAULT_WALLET: PayType = 25;

export function isPayType(code: number): code is PayType {
  return Object.hasOwn(PAY_TYPES, code);
}

export function isWallet(payType: PayType): boolean {
  return PAY_TYPES[payType].kind === 'wallet';
}

/** The wallets that somebody serves. */
export const WALLET_CHANNELS: readonly PayType[] = /* @__PURE__ */ PROVIDER_NUMBERS.flatMap(
  (number) => PROVIDERS[number].wallets,
);

/** Null for the generic wallet. */
export function providerOf(payType: PayType): ProviderNumber | null {
  return PAY_TYPES[payType].provider;
}

/** Null for a wallet, whoever stands behind it. */
export function cardProviderOf(payType: PayType): CardProvider | null {
  const row = PAY_TYPES[payType];
  return row.kind === 'card' ? row.provider : null;
}

/** Null for a wallet. */
export function cardHabitsFor(payType: PayType): CardHabits | null {
  return cardHabitsOf(cardProviderOf(payType));
}

/** The pay type by which a provider takes cards. Throws for one that takes none. */
export function cardPayTypeOf(provider: ProviderNumber): CardPayType {
  const { card } = PROVIDERS[provider];
  if (card === null) throw new RangeError(`provider ${provider} takes no cards`);
  return card.payType;
}

/** How a provider is paid when nobody said how: by card where it takes cards, else by its wallet. */
export function usualPayTypeOf(provider: ProviderNumber): PayType {
  return takesCards(provider) ? cardPayTypeOf(provider) : PROVIDERS[provider].wallets[0];
}

export type PayGroup = 'wallet' | `provider-${CardProvider}`;

/** How methods are grouped on screen: every wallet is one row, cards are told apart by their provider. */
export function payGroupOf(payType: PayType): PayGroup {
  const row = PAY_TYPES[payType];
  return row.kind === 'wallet' ? 'wallet' : `provider-${row.provider}`;
}
