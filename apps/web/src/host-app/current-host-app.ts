import { stored } from '../browser/storage/stored.ts';
import type { SimulatedAppPlan } from './simulate-host-app.ts';
import { hostPort, type HostPort } from './host-port.ts';
import { PLAIN_BROWSER, type HostApp } from './host-app.ts';
import type { PageScope } from '../page-scope.ts';
import { isDebug } from '../browser/debug-flag.ts';

/** The simulated app chosen on the test screen: in this tab, and on pages with the debug flag. */
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

/** Waits for the app's port, which an app may add to a running page. Null after the last check: a plain browser. */
function whenPortReady(): Promise<HostPort | null> {
  return new Promise((resolve) => {
    let looks = 0;
    const check = (): void => {
      looks += 1;
      const port = hostPort();
      if (port !== null || looks === LOOKS_MAX) resolve(port);
      else setTimeout(check, LOOK_EVERY_MS);
    };
    check();
  });
}

/** Loaded inside an app, or where one is simulated. */
const fetchBridge = () => import('./create-host-app.ts');

async function simulateOnRequest(): Promise<void> {
  const plan = isDebug() ? storedSimulatedApp.read() : null;
  if (plan === null) return;
  const { simulateHostApp } = await fetchBridge();
  simulateHostApp(plan);
}

async function findHostApp(): Promise<HostApp> {
  await simulateOnRequest();
  const port = await whenPortReady();
  if (port === null) return PLAIN_BROWSER;
  try {
    const { createHostApp } = await fetchBridge();
    return await createHostApp(port);
  } catch {
    // If the app or the connection to it fails, the page works as in a browser.
    return PLAIN_BROWSER;
  }
}

const startSearch = (): Promise<HostApp> => findHostApp();

/** The app or browser that this page runs in, detected once. */
export function hostApp(page: PageScope): Promise<HostApp> {
  return page.get(startSearch);
}
