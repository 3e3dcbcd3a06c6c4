import type { ProviderFields } from '@jawhara/contract';
import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '@jawhara/domain';
import type { InferOutput } from 'valibot';
import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout-com/checkout-com.ts';
import { payermax } from './payermax/payermax.ts';
import type { ProviderEntry } from './provider-entry.ts';

/** Everybody whom the program can be connected to. */
export const PROVIDER_ENTRIES = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
} as const satisfies { readonly [Number in CardProvider]: ProviderEntry<Number> };

type Entries = typeof PROVIDER_ENTRIES;

/** By provider; null: this deployment does not have it. */
export type ProviderSettings = {
  readonly [Number in CardProvider]: InferOutput<Entries[Number]['settings']>;
};

/** What fetching each provider's reports needs; null: a person fetches them. */
export type ReportSettings = {
  readonly [Number in CardProvider]: InferOutput<Entries[Number]['reports']['settings']>;
};

/** What a browser is told of the providers this deployment has. */
export function cardFieldsOf(settings: ProviderSettings): ProviderFields {
  return {
    cardFields: {
      [CHECKOUT_COM]: settings[CHECKOUT_COM].fields,
      [ADYEN]: settings[ADYEN]?.fields ?? null,
      [PAYERMAX]: settings[PAYERMAX]?.fields ?? null,
    },
  };
}
