import { ADYEN, CHECKOUT_COM, DEMO, PAYERMAX, STRIPE, TAP, type ProviderNumber } from '@jawhara/domain';
import { adyen } from './providers/adyen.ts';
import { checkoutCom } from './providers/checkout-com.ts';
import { demo } from './providers/demo.ts';
import { payermax } from './providers/payermax.ts';
import type { StackProvider } from './providers/stack-provider.ts';
import { stripe } from './providers/stripe.ts';
import { tap } from './providers/tap.ts';

/** All providers that the sandbox plays in development. */
export const STACK_PROVIDERS: Readonly<Record<ProviderNumber, StackProvider>> = {
  [CHECKOUT_COM]: checkoutCom,
  [ADYEN]: adyen,
  [PAYERMAX]: payermax,
  [STRIPE]: stripe,
  [TAP]: tap,
  [DEMO]: demo,
};
