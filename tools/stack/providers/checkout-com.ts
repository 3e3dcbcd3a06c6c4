import type { StackProvider } from './stack-provider.ts';

const SECRET_KEY = 'sk_sbox_jawharadevelopmentsecret01';
const PUBLIC_KEY = 'pk_sbox_jawharadevelopmentpublic01';
const WEBHOOK_KEY = 'jawhara-development-webhook-key';

export const checkoutCom: StackProvider = {
  environment: ({ api, sandbox }) => ({
    CHECKOUT_COM_API_URL: sandbox,
    CHECKOUT_COM_SECRET_KEY: SECRET_KEY,
    CHECKOUT_COM_PUBLIC_KEY: PUBLIC_KEY,
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_jawharadevelopment',
    CHECKOUT_COM_WEBHOOK_KEY: WEBHOOK_KEY,
    CHECKOUT_COM_FIELDS_URL: `${sandbox}/checkout-web-components/index.js`,
    CHECKOUT_COM_ENVIRONMENT: 'sandbox',
    SANDBOX_CHECKOUT_COM_SECRET_KEY: SECRET_KEY,
    SANDBOX_CHECKOUT_COM_PUBLIC_KEY: PUBLIC_KEY,
    SANDBOX_CHECKOUT_COM_WEBHOOK_KEY: WEBHOOK_KEY,
    SANDBOX_CHECKOUT_COM_WEBHOOK_URL: `${api}/webhooks/checkout-com/`,
  }),
  codeSign: 'CheckoutWebComponents',
};
