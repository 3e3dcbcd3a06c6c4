import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '@jawhara/domain';
import * as v from 'valibot';
import type { Codec, WireObject } from '../endpoint.ts';
import { adyenFields } from './adyen-fields.ts';
import { checkoutComFields } from './checkout-com-fields.ts';
import { payermaxFields } from './payermax-fields.ts';

export type { AdyenFields } from './adyen-fields.ts';
export type { CheckoutComFields } from './checkout-com-fields.ts';
export type { PayermaxFields } from './payermax-fields.ts';

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

/** The card fields of this deployment; null for a provider it does not have. */
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
