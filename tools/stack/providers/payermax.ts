import { PAYERMAX_KEYS } from '../payermax-keys.ts';
import type { StackProvider } from './stack-provider.ts';

export const payermax: StackProvider = {
  environment: ({ api, sandbox }) => ({
    PAYERMAX_API_URL: `${sandbox}/payermax/aggregate-pay/api/gateway`,
    PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    PAYERMAX_PRIVATE_KEY: PAYERMAX_KEYS.merchantPrivate,
    PAYERMAX_PUBLIC_KEY: PAYERMAX_KEYS.platformPublic,
    PAYERMAX_DROPIN_URL: `${sandbox}/payermax/dropin/js/pmdropin.min.js`,
    PAYERMAX_NOTIFY_URL: `${api}/webhooks/payermax/`,
    SANDBOX_PAYERMAX_APP_ID: PAYERMAX_KEYS.appId,
    SANDBOX_PAYERMAX_MERCHANT_NO: PAYERMAX_KEYS.merchantNo,
    SANDBOX_PAYERMAX_MERCHANT_PUBLIC_KEY: PAYERMAX_KEYS.merchantPublic,
    SANDBOX_PAYERMAX_PLATFORM_PRIVATE_KEY: PAYERMAX_KEYS.platformPrivate,
    SANDBOX_PAYERMAX_NOTIFY_URL: `${api}/webhooks/payermax/`,
  }),
  codeSign: 'PMdropin',
};
