import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '@jawhara/domain';
import { adyen } from './providers/adyen.ts';
import { checkoutCom } from './providers/checkout-com.ts';
import { payermax } from './providers/payermax.ts';
import type { StackProvider } from './providers/stack-provider.ts';

/** Everybody who is played in development. */
export const STACK_PROVIDERS: Readonly<Record<CardProvider, StackProvider>> = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
};
