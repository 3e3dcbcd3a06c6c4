import type { ProviderFields } from '@jawhara/contract';
import { ADYEN, CARD_PROVIDERS, CHECKOUT_COM, PAYERMAX, type CardProvider } from '@jawhara/domain';
import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout-com/checkout-com.ts';
import type { HostedFields, OpenCheck } from './card-fields.ts';
import { payermax } from './payermax/payermax.ts';

/** Every provider whose fields the site can open. */
export const FIELDS_BY_PROVIDER: { readonly [Number in CardProvider]: HostedFields<Number> } = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
};

/** The provider's script that can show the bank's challenge in this shop; null if there is none. */
export function scriptedCheckIn(site: ProviderFields): OpenCheck | null {
  const checks = CARD_PROVIDERS.map((provider) => FIELDS_BY_PROVIDER[provider].scriptedCheckIn?.(site));
  return checks.find((check) => check) ?? null;
}
