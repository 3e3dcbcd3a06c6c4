import type { GooglePayGateway, GooglePaySite, ProviderFields } from '@jawhara/contract';
import { ADYEN, CHECKOUT_COM, DEMO, PAYERMAX, STRIPE, TAP, type ProviderNumber } from '@jawhara/domain';
import type { InferOutput } from 'valibot';
import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout-com/checkout-com.ts';
import { demo } from './demo/demo.ts';
import { payermax } from './payermax/payermax.ts';
import type { ProviderEntry } from './provider-entry.ts';
import { stripe } from './stripe/stripe.ts';
import { tap } from './tap/tap.ts';

/** All providers that the program can be connected to. */
export const PROVIDER_ENTRIES = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
  [STRIPE]: stripe,
  [TAP]: tap,
  [DEMO]: demo,
} as const satisfies { readonly [Number in ProviderNumber]: ProviderEntry<Number> };

type Entries = typeof PROVIDER_ENTRIES;

/** Settings by provider; null where this deployment does not have it. */
export type ProviderSettings = {
  readonly [Number in ProviderNumber]: InferOutput<Entries[Number]['settings']>;
};

/** Settings for fetching each provider's reports; null where an operator loads the files. */
export type ReportSettings = {
  readonly [Number in ProviderNumber]: InferOutput<Entries[Number]['reports']['settings']>;
};

/** Facts for the browser about the providers of this deployment. */
export function cardFieldsOf(settings: ProviderSettings): ProviderFields {
  return {
    cardFields: {
      [CHECKOUT_COM]: settings[CHECKOUT_COM]?.fields ?? null,
      [ADYEN]: settings[ADYEN]?.fields ?? null,
      [PAYERMAX]: settings[PAYERMAX]?.fields ?? null,
    },
  };
}

/** The gateway for which Google Pay encrypts cards in this deployment, for every provider. Null: no provider takes them. */
export function googlePayOf(
  settings: ProviderSettings,
  site: Omit<GooglePaySite, 'gateways'> | null,
): GooglePaySite | null {
  if (site === null) return null;
  const gateways = ([CHECKOUT_COM, ADYEN] as const).flatMap((provider): GooglePayGateway[] => {
    const named = settings[provider]?.googlePay;
    return named ? [{ provider, ...named }] : [];
  });
  return { ...site, gateways };
}
