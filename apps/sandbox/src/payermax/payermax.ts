import type { SandboxProvider } from '../world/world.ts';
import { CLOSED_RESULT, DECLINE_RESULTS } from './decline-results.ts';
import { registerPayermax, type PayermaxOptions } from './register-payermax.ts';

export const payermax: SandboxProvider<PayermaxOptions> = {
  optionsIn: ({ has, need, needPem }) =>
    has('SANDBOX_PAYERMAX_APP_ID')
      ? {
          appId: need('SANDBOX_PAYERMAX_APP_ID'),
          merchantNo: need('SANDBOX_PAYERMAX_MERCHANT_NO'),
          merchantPublicKeyPem: needPem('SANDBOX_PAYERMAX_MERCHANT_PUBLIC_KEY'),
          platformPrivateKeyPem: needPem('SANDBOX_PAYERMAX_PLATFORM_PRIVATE_KEY'),
          notifyUrl: need('SANDBOX_PAYERMAX_NOTIFY_URL'),
        }
      : null,
  register: registerPayermax,
  refusals: [...Object.values(DECLINE_RESULTS), CLOSED_RESULT].map(({ code }) => code),
  refusalOf: (said) => DECLINE_RESULTS[said],
};
