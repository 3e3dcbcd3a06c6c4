import { DECLINES } from '../scenarios.ts';
import type { SandboxProvider } from '../world/world.ts';
import { registerCheckoutCom, type CheckoutComOptions } from './register-checkout-com.ts';

/** Our scenarios use this provider's own codes. */
export const checkoutCom: SandboxProvider<CheckoutComOptions> = {
  optionsIn: ({ need }) => ({
    secretKey: need('SANDBOX_CHECKOUT_COM_SECRET_KEY'),
    publicKey: need('SANDBOX_CHECKOUT_COM_PUBLIC_KEY'),
    webhookKey: need('SANDBOX_CHECKOUT_COM_WEBHOOK_KEY'),
    webhookUrl: need('SANDBOX_CHECKOUT_COM_WEBHOOK_URL'),
  }),
  register: registerCheckoutCom,
  refusals: Object.keys(DECLINES),
  refusalOf: (code) => ({ code }),
};
