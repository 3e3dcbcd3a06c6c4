import { PLAIN_BROWSER, type HostApp } from './host-app.ts';
import { isDebug } from '../browser/debug-flag.ts';
import { storedSimulatedApp } from './stored-simulated-app.ts';
import { whenPortReady } from './when-port-ready.ts';

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

/** What this page runs in, found out once. */
export function hostApp(): Promise<HostApp> {
  found ??= find();
  return found;
}
