import { ADYEN, CHECKOUT_COM, PAYERMAX, PROVIDERS, type CardProvider, type PayWith } from '@jawhara/domain';
import { adyen } from './providers/adyen.ts';
import { checkoutCom } from './providers/checkout-com.ts';
import { payermax } from './providers/payermax.ts';
import type { ProviderFacts } from './providers/provider-facts.ts';
import type { SandboxWire } from './sandbox-wire.ts';

export const PROVIDER_FACTS: Readonly<Record<CardProvider, ProviderFacts>> = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
};

/** Where the sandbox is steered for it. */
export function controlsOf(provider: CardProvider): string {
  return `/_control/${PROVIDERS[provider].folder}`;
}

export function cardOf(wire: SandboxWire, provider: CardProvider, scenario: string): Promise<PayWith> {
  return PROVIDER_FACTS[provider].card(wire, controlsOf(provider), scenario);
}
