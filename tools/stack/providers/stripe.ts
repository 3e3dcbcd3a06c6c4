import type { StackProvider } from './stack-provider.ts';

const SECRET_KEY = 'sk_test_jawharadevelopmentsecret01';
const WEBHOOK_SECRET = 'whsec_jawharadevelopmentwebhook01';

export const stripe: StackProvider = {
  environment: ({ api, sandbox }) => ({
    STRIPE_API_URL: sandbox,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SANDBOX_STRIPE_SECRET_KEY: SECRET_KEY,
    SANDBOX_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SANDBOX_STRIPE_WEBHOOK_URL: `${api}/webhooks/stripe/`,
  }),
  codeSign: null,
};
