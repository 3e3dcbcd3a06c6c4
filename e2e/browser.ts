import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { inject } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../tools/browser/find-chromium.ts';

/** Only this machine exists: a request to anywhere else fails and is seen. */
const NOWHERE_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

export function startBrowser(): Promise<BrowserServer> {
  const args = [...CHROMIUM_FLAGS, NOWHERE_ELSE];
  return chromium.launchServer({ executablePath: findChromium(), args, headless: true });
}

let connected: Promise<Browser> | undefined;

/** The run's one browser, as this worker sees it. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject('shop').browserEndpoint);
  return connected;
}
