import type { PlayedProvider } from '../world/world.ts';
import { furnishDemo, type DemoOptions } from './furnish-demo.ts';
import { FAULTS, REASONS } from './payment.ts';

export const demo: PlayedProvider<DemoOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_DEMO_API_KEY')
      ? {
          apiKey: need('SANDBOX_DEMO_API_KEY'),
          webhookKey: need('SANDBOX_DEMO_WEBHOOK_KEY'),
          webhookUrl: need('SANDBOX_DEMO_WEBHOOK_URL'),
        }
      : null,
  furnish: furnishDemo,
  refusals: [...Object.values(REASONS), ...FAULTS],
  refusalOf: (said) => ({ code: REASONS[said] }),
};
