import type { PlayedProvider } from '../world/world.ts';
import { furnishTap, type TapOptions } from './furnish-tap.ts';
import { RESPONSES } from './response-codes.ts';

export const tap: PlayedProvider<TapOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_TAP_SECRET_KEY')
      ? { secretKey: need('SANDBOX_TAP_SECRET_KEY'), merchantId: need('SANDBOX_TAP_MERCHANT_ID') }
      : null,
  furnish: furnishTap,
  refusals: Object.values(RESPONSES).map(({ code }) => code),
  refusalOf: (said) => ({ code: RESPONSES[said].code, msg: RESPONSES[said].message }),
};
