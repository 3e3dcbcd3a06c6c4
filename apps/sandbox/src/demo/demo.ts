import type { SandboxProvider } from '../world/world.ts';
import { registerDemo, type DemoOptions } from './register-demo.ts';
import { FAULTS, REASONS } from './payment.ts';

export const demo: SandboxProvider<DemoOptions> = {
  optionsIn: ({ has, need }) =>
    has('SANDBOX_DEMO_API_KEY')
      ? {
          apiKey: need('SANDBOX_DEMO_API_KEY'),
          webhookKey: need('SANDBOX_DEMO_WEBHOOK_KEY'),
          webhookUrl: need('SANDBOX_DEMO_WEBHOOK_URL'),
        }
      : null,
  register: registerDemo,
  refusals: [...Object.values(REASONS), ...FAULTS],
  refusalOf: (said) => ({ code: REASONS[said] }),
};
