import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { inject } from 'vitest';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only this machine exists: a request to anywhere else fails and is seen.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  const found = [...(named === undefined ? [] : [named]), ...CANDIDATES].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('no Chromium here: install the package chromium or set CHROMIUM_PATH');
  return found;
}

export function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: findChromium(), args: FLAGS, headless: true });
}

let connected: Promise<Browser> | undefined;

/** The run's one browser, as this worker sees it. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject('shop').browserEndpoint);
  return connected;
}
