/** The only file that knows the codes: what each pay type is, and which provider stands behind it. */
export const PAY_TYPES = {
  23: { kind: 'card', provider: 13 },
  24: { kind: 'card', provider: 6 },
  25: { kind: 'wallet', provider: 6 },
  26: { kind: 'wallet', provider: 17 },
  27: { kind: 'card', provider: 17 },
  28: { kind: 'wallet', provider: 18 },
  29: { kind: 'wallet', provider: 19 },
  30: { kind: 'wallet', provider: 30 },
  31: { kind: 'wallet', provider: 6 },
  2528: { kind: 'wallet', provider: null },
} as const;

export type PayType = keyof typeof PAY_TYPES;

/** 30 is the demo environment: our own sandbox. */
export const PROVIDER_NUMBERS = [6, 13, 17, 18, 19, 30] as const;

export type ProviderNumber = (typeof PROVIDER_NUMBERS)[number];

export const CHECKOUT_COM_CARD: PayType = 23;
export const PAYERMAX_CARD: PayType = 24;
export const ADYEN_CARD: PayType = 27;
/** Their provider charges a card that it keeps without a CVV beside it. */
export const PAY_TYPES_WITHOUT_CVV: readonly PayType[] = [PAYERMAX_CARD];
/** What a visitor who has never paid starts with. */
export const DEFAULT_PAY_TYPE: PayType = 23;
export const DEFAULT_WALLET: PayType = 25;

export function isPayType(code: number): code is PayType {
  return Object.hasOwn(PAY_TYPES, code);
}

export function isWallet(payType: PayType): boolean {
  return PAY_TYPES[payType].kind === 'wallet';
}

/** Null for the generic wallet: a visitor sees it, but no provider takes it. */
export function providerOf(payType: PayType): ProviderNumber | null {
  return PAY_TYPES[payType].provider;
}

/** The pay type by which a provider takes cards. Throws for one that takes none. */
export function cardPayTypeOf(provider: ProviderNumber): PayType {
  const found = Object.entries(PAY_TYPES).find(([, row]) => row.kind === 'card' && row.provider === provider);
  if (!found) throw new RangeError(`provider ${provider} takes no cards`);
  return Number(found[0]) as PayType;
}

/** The wallet that a provider draws inside our page; the others are sheets of the device. */
export function isEmbeddedWallet(payType: PayType): boolean {
  return payType === 31;
}

export type PayGroup = 'wallet' | 'provider-13' | 'provider-6' | 'provider-17';

/** How methods are grouped on screen: every wallet is one row, cards are told apart by their provider. */
export function payGroupOf(payType: PayType): PayGroup {
  const row = PAY_TYPES[payType];
  return row.kind === 'wallet' ? 'wallet' : `provider-${row.provider}`;
}
