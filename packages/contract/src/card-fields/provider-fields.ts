import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, type Codec, type WireObject } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** The browser's settings for Checkout.com's card fields, with the public key. */
export interface CheckoutComFields {
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly environment: 'sandbox' | 'production';
}

export const checkoutComFields = codec(
  v.pipe(
    v.object({
      script_url: wireAddress,
      public_key: v.string(),
      environment: v.picklist(['sandbox', 'production']),
    }),
    v.transform((wire): CheckoutComFields => ({
      scriptUrl: wire.script_url,
      publicKey: wire.public_key,
      environment: wire.environment,
    })),
  ),
  ({ scriptUrl, publicKey, environment }) => ({
    script_url: scriptUrl,
    public_key: publicKey,
    environment,
  }),
);

/** The browser's settings for PayerMax: its fields in our page, or its own page. */
export interface PayermaxFields {
  readonly scriptUrl: string;
  readonly environment: 'sandbox' | 'production';
  readonly shows: 'drop-in' | 'hosted-page';
}

export const payermaxFields = codec(
  v.pipe(
    v.object({
      script_url: wireAddress,
      environment: v.picklist(['sandbox', 'production']),
      shows: v.picklist(['drop-in', 'hosted-page']),
    }),
    v.transform((wire): PayermaxFields => ({
      scriptUrl: wire.script_url,
      environment: wire.environment,
      shows: wire.shows,
    })),
  ),
  ({ scriptUrl, environment, shows }) => ({ script_url: scriptUrl, environment, shows }),
);

/** The browser's settings for Adyen's card fields. Without an address its script uses its own hosts. */
export interface AdyenFields {
  readonly clientKey: string;
  readonly environment: 'test' | 'live';
  readonly apiUrl: string | null;
}

export const adyenFields = codec(
  v.pipe(
    v.object({
      client_key: v.string(),
      environment: v.picklist(['test', 'live']),
      api_url: v.nullable(wireAddress),
    }),
    v.transform((wire): AdyenFields => ({
      clientKey: wire.client_key,
      environment: wire.environment,
      apiUrl: wire.api_url,
    })),
  ),
  ({ clientKey, environment, apiUrl }) => ({ client_key: clientKey, environment, api_url: apiUrl }),
);

/** Settings that cannot be parsed count as absent. */
function ifAny<Fields>({ schema }: Codec<Fields>) {
  return v.fallback(v.nullable(schema), null);
}

export const providerFieldsEntries = {
  cko_fields: ifAny(checkoutComFields),
  adyen_fields: ifAny(adyenFields),
  payermax_fields: ifAny(payermaxFields),
};

type WireName = keyof typeof providerFieldsEntries;

type ReadFields = { readonly [Name in WireName]: v.InferOutput<(typeof providerFieldsEntries)[Name]> };

export function readProviderFields(wire: ReadFields) {
  return {
    [CHECKOUT_COM]: wire.cko_fields,
    [ADYEN]: wire.adyen_fields,
    [PAYERMAX]: wire.payermax_fields,
  } as const satisfies Readonly<Record<CardProvider, object | null>>;
}

/** The settings of each provider's card fields; null for a provider that this deployment does not have. */
export interface ProviderFields {
  readonly cardFields: ReturnType<typeof readProviderFields>;
}

export function writeProviderFields({ cardFields }: ProviderFields) {
  const { [CHECKOUT_COM]: checkoutCom, [ADYEN]: adyen, [PAYERMAX]: payermax } = cardFields;
  return {
    cko_fields: checkoutCom && checkoutComFields.write(checkoutCom),
    adyen_fields: adyen && adyenFields.write(adyen),
    payermax_fields: payermax && payermaxFields.write(payermax),
  } satisfies Record<WireName, WireObject | null>;
}
