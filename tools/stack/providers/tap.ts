import type { StackProvider } from './stack-provider.ts';

const SECRET_KEY = 'sk_test_jawharadevelopmenttap01';
const MERCHANT_ID = 'jawhara-development';

export const tap: StackProvider = {
  environment: ({ api, sandbox }) => ({
    TAP_API_URL: `${sandbox}/tap/v2`,
    TAP_SECRET_KEY: SECRET_KEY,
    TAP_MERCHANT_ID: MERCHANT_ID,
    TAP_NOTIFY_URL: `${api}/webhooks/tap/`,
    TAP_PAYER_EMAIL: 'payer@jawhara.example',
    SANDBOX_TAP_SECRET_KEY: SECRET_KEY,
    SANDBOX_TAP_MERCHANT_ID: MERCHANT_ID,
  }),
  codeSign: null,
};
