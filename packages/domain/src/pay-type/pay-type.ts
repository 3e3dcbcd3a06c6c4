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

/** The wallet before one of its providers is chosen for the visitor. No provider takes this pay type. */
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

/** Each pay type with its provider, from the providers' table. */
export const PAY_TYPES = Object.fromEntries([
  ...PROVIDER_NUMBERS.flatMap(waysOf),
  [GENERIC_WALLET, { kind: 'wallet', provider: null }],
]) as Readonly<Record<PayType, PayTypeRow>>;

export const CHECKOUT_COM_CARD = PROVIDERS[CHECKOUT_COM].card.payType;
// Marked as pure, so that the bundler leaves them out of the first load of a page that does not use them.
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

/** Wallet pay types that a provider takes. */
export const WALLET_CHANNELS: readonly PayType[] = /* @__PURE__ */ PROVIDER_NUMBERS.flatMap(
  (number) => PROVIDERS[number].wallets,
);

/** The provider of a pay type; null for the generic wallet. */
export function providerOf(payType: PayType): ProviderNumber | null {
  return PAY_TYPES[payType].provider;
}

/** The provider whose cards a pay type stands for; null for a wallet. */
export function cardProviderOf(payType: PayType): CardProvider | null {
  const row = PAY_TYPES[payType];
  return row.kind === 'card' ? row.provider : null;
}

/** How the provider of a card pay type deals with cards; null for a wallet. */
export function cardHabitsFor(payType: PayType): CardHabits | null {
  return cardHabitsOf(cardProviderOf(payType));
}

/** The pay type of a provider's cards. Throws for one without cards. */
export function cardPayTypeOf(provider: ProviderNumber): CardPayType {
  const { card } = PROVIDERS[provider];
  if (card === null) throw new RangeError(`provider ${provider} takes no cards`);
  return card.payType;
}

/** The default pay type of a provider: its card if it takes cards, otherwise its wallet. */
export function usualPayTypeOf(provider: ProviderNumber): PayType {
  return takesCards(provider) ? cardPayTypeOf(provider) : PROVIDERS[provider].wallets[0];
}

export type PayGroup = 'wallet' | `provider-${CardProvider}`;

/** How methods are grouped on screen: all wallets are one row, cards are separate by provider. */
export function payGroupOf(payType: PayType): PayGroup {
  const row = PAY_TYPES[payType];
  return row.kind === 'wallet' ? 'wallet' : `provider-${row.provider}`;
}
