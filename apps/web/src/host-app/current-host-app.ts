import { stored } from '../browser/storage/stored.ts';
import type { SimulatedAppPlan } from './simulate-host-app.ts';
import { hostPort, type HostPort } from './host-port.ts';
import { PLAIN_BROWSER, type HostApp } from './host-app.ts';
import { isDebug } from '../browser/debug-flag.ts';

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

const LOOK_EVERY_MS = 16;
const LOOKS_MAX = 50;

/** An app may put its port into a page that runs already. After the last look the page takes itself for a plain browser's. */
function whenPortReady(): Promise<HostPort | null> {
  return new Promise((resolve) => {
    let looks = 0;
    const look = (): void => {
      looks += 1;
      const port = hostPort();
      if (port !== null || looks === LOOKS_MAX) resolve(port);
      else setTimeout(look, LOOK_EVERY_MS);
    };
    look();
  });
}

let found: Promise<HostApp> | undefined;

async function simulateOnRequest(): Promise<void> {
  const plan = isDebug() ? storedSimulatedApp.read() : null;
  if (plan === null) return;
  const { simulateHostApp } = await import('./simulate-host-app.ts');
  simulateHostApp(plan);
}

async function find(): Promise<HostApp> {
  await simulateOnRequest();
  const port = await whenPortReady();
  if (port === null) return PLAIN_BROWSER;
  try {
    const { createHostApp } = await import('./create-host-app.ts');
    return await createHostApp(port);
  } catch {
    // Whatever is wrong with the app or on the way to it, the page works as in a browser.
    return PLAIN_BROWSER;
  }
}

/** The app or browser that this page runs in, detected once. */
export function hostApp(): Promise<HostApp> {
  found ??= find();
  return found;
}
