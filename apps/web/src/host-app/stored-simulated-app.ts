import { stored } from '../browser/storage/stored.ts';
import type { SimulatedAppPlan } from './simulate-host-app.ts';

/** The app that the test screen has asked for: in this tab, and on pages with the debug flag. */
export const storedSimulatedApp = stored<SimulatedAppPlan>(
  {
    key: 'simulated_app',
    parse: (json) =>
      typeof json === 'object' && json !== null && 'platform' in json ? (json as SimulatedAppPlan) : null,
    format: (plan) => plan,
  },
  () => globalThis.sessionStorage ?? null,
);
