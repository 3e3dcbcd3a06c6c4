import type { SandboxProvider } from '../world/world.ts';
import { registerTap, type TapOptions } from './register-tap.ts';
import { RESPONSES } from './response-codes.ts';

export const tap: SandboxProvider<TapOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_TAP_SECRET_KEY')
      ? { secretKey: need('SANDBOX_TAP_SECRET_KEY'), merchantId: need('SANDBOX_TAP_MERCHANT_ID') }
      : null,
  register: registerTap,
  refusals: Object.values(RESPONSES).map(({ code }) => code),
  refusalOf: (said) => ({ code: RESPONSES[said].code, msg: RESPONSES[said].message }),
};
