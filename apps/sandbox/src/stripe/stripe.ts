import type { SandboxProvider } from '../world/world.ts';
import { DECLINES, saidBy } from './decline-codes.ts';
import { registerStripe, type StripeOptions } from './register-stripe.ts';

export const stripe: SandboxProvider<StripeOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_STRIPE_SECRET_KEY')
      ? {
          secretKey: need('SANDBOX_STRIPE_SECRET_KEY'),
          webhookSecret: need('SANDBOX_STRIPE_WEBHOOK_SECRET'),
          webhookUrl: need('SANDBOX_STRIPE_WEBHOOK_URL'),
        }
      : null,
  register: registerStripe,
  refusals: Object.values(DECLINES).map(saidBy),
  refusalOf: (said) => ({ code: saidBy(DECLINES[said]), msg: DECLINES[said].message }),
};
