import type { StackProvider } from './stack-provider.ts';

const API_KEY = 'demo-development-key-0001';
const WEBHOOK_KEY = 'demo-development-webhook-key';

export const demo: StackProvider = {
  environment: ({ api, sandbox }) => ({
    DEMO_API_URL: `${sandbox}/demo/v1`,
    DEMO_API_KEY: API_KEY,
    DEMO_WEBHOOK_KEY: WEBHOOK_KEY,
    SANDBOX_DEMO_API_KEY: API_KEY,
    SANDBOX_DEMO_WEBHOOK_KEY: WEBHOOK_KEY,
    SANDBOX_DEMO_WEBHOOK_URL: `${api}/webhooks/demo/`,
  }),
  codeSign: null,
};
