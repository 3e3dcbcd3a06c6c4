import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider as ProviderNumber } from '@jawhara/domain';
import { ADYEN as adyen } from './adyen.ts';
import type { CardProvider } from './card-provider.ts';
import { CHECKOUT_COM as checkoutCom } from './checkout-com.ts';
import { PAYERMAX as payermax } from './payermax.ts';

/** All card providers, by number. */
export const EVERY_PROVIDER: Readonly<Record<ProviderNumber, CardProvider>> = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
};
