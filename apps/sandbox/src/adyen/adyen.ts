import type { SandboxProvider } from '../world/world.ts';
import { registerAdyen, type AdyenOptions } from './register-adyen.ts';
import { REFUSAL_OF_DECLINE, REFUSALS } from './refusal-codes.ts';

export const adyen: SandboxProvider<AdyenOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_ADYEN_API_KEY')
      ? {
          apiKey: need('SANDBOX_ADYEN_API_KEY'),
          merchantAccount: need('SANDBOX_ADYEN_MERCHANT_ACCOUNT'),
          hmacKey: need('SANDBOX_ADYEN_HMAC_KEY'),
          clientKey: need('SANDBOX_ADYEN_CLIENT_KEY'),
          webhookUrl: need('SANDBOX_ADYEN_WEBHOOK_URL'),
        }
      : null,
  register: registerAdyen,
  refusals: [...Object.keys(REFUSALS), ...Object.values(REFUSALS), 'Cancelled', 'Error'],
  refusalOf: (said) => ({ code: REFUSAL_OF_DECLINE[said] }),
};
