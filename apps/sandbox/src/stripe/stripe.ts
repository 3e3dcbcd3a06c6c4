import type { PlayedProvider } from '../world/world.ts';
import { DECLINES, saidBy } from './decline-codes.ts';
import { furnishStripe, type StripeOptions } from './furnish-stripe.ts';

export const stripe: PlayedProvider<StripeOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_STRIPE_SECRET_KEY')
      ? {
          secretKey: need('SANDBOX_STRIPE_SECRET_KEY'),
          webhookSecret: need('SANDBOX_STRIPE_WEBHOOK_SECRET'),
          webhookUrl: need('SANDBOX_STRIPE_WEBHOOK_URL'),
        }
      : null,
  furnish: furnishStripe,
  refusals: Object.values(DECLINES).map(saidBy),
  refusalOf: (said) => ({ code: saidBy(DECLINES[said]), msg: DECLINES[said].message }),
};
