import { DECLINES } from '../scenarios.ts';
import type { PlayedProvider } from '../world/world.ts';
import { furnishCheckoutCom, type CheckoutComOptions } from './furnish-checkout-com.ts';

/** The codes of our scenarios are its own. */
export const checkoutCom: PlayedProvider<CheckoutComOptions> = {
  optionsIn: ({ need }) => ({
    secretKey: need('SANDBOX_CHECKOUT_COM_SECRET_KEY'),
    publicKey: need('SANDBOX_CHECKOUT_COM_PUBLIC_KEY'),
    webhookKey: need('SANDBOX_CHECKOUT_COM_WEBHOOK_KEY'),
    webhookUrl: need('SANDBOX_CHECKOUT_COM_WEBHOOK_URL'),
  }),
  furnish: furnishCheckoutCom,
  refusals: Object.keys(DECLINES),
  refusalOf: (code) => ({ code }),
};
