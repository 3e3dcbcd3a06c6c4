import {
  PROVIDER_NUMBERS,
  ADYEN,
  cardPayTypeOf,
  CHECKOUT_COM,
  DEMO,
  PAYERMAX,
  PROVIDERS,
  STRIPE,
  takesCards,
  TAP,
  type ProviderNumber,
  type CardProvider,
  type OrderedWith,
  type PayType,
} from '@jawhara/domain';
import { adyen } from './providers/adyen.ts';
import { checkoutCom } from './providers/checkout-com.ts';
import { demo } from './providers/demo.ts';
import { payermax } from './providers/payermax.ts';
import type { CardProviderFacts, ProviderFacts } from './providers/provider-facts.ts';
import { stripe } from './providers/stripe.ts';
import { tap } from './providers/tap.ts';
import type { SandboxWire } from './sandbox-wire.ts';

export const PROVIDER_FACTS: Readonly<
  Record<CardProvider, CardProviderFacts> & Record<ProviderNumber, ProviderFacts>
> = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
  [STRIPE]: stripe,
  [TAP]: tap,
  [DEMO]: demo,
};

/** Providers that take no cards, only wallets. */
export const WALLET_PROVIDERS: readonly ProviderNumber[] = PROVIDER_NUMBERS.filter(
  (provider) => !takesCards(provider),
);

/** The pay type with which chaos pays at this provider: its card, or its wallet if it takes no cards. */
export function payTypeAt(provider: ProviderNumber): PayType {
  return takesCards(provider) ? cardPayTypeOf(provider) : PROVIDERS[provider].wallets[0];
}

/** The path of the sandbox's controls for this provider. */
export function controlsOf(provider: ProviderNumber): string {
  return `/_control/${PROVIDERS[provider].folder}`;
}

export function cardOf(wire: SandboxWire, provider: CardProvider, scenario: string): Promise<OrderedWith> {
  return PROVIDER_FACTS[provider].card(wire, controlsOf(provider), scenario);
}
