import { existsSync } from 'node:fs';

/**
 * The headless shell comes first: it has the same engine without windows and profiles, and opens a visitor in a third of the
 * time.
 */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of an installed Chromium; CHROMIUM_PATH names another executable. */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  const found = [...(named === undefined ? [] : [named]), ...CANDIDATES].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('no Chromium here: install the package chromium-headless-shell or set CHROMIUM_PATH');
  return found;
}
