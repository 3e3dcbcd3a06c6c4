import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../browser/find-chromium.ts';
import type { Certificate } from './certificate.ts';

/** Which names a browser can find, and the port of this machine behind each. */
export type NamedPorts = Readonly<Record<`${string}:${80 | 443}`, number>>;

/** A person's own language and width; the worker would fetch every page ahead for each visitor. */
const VISITOR = {
  serviceWorkers: 'block',
  locale: 'ar-SA',
  viewport: { width: 360, height: 780 },
  reducedMotion: 'reduce',
} as const;

export interface Visitors {
  open(): Promise<BrowserContext>;
  stop(): Promise<void>;
}

/** One browser for all attacks, started by the first that needs it. */
export function visitorsOf(names: NamedPorts, { keyDigest }: Certificate): Visitors {
  let browser: Promise<Browser> | undefined;
  const rules = Object.entries(names).map(([name, port]) => `MAP ${name} 127.0.0.1:${port}`);
  const launch = (): Promise<Browser> =>
    chromium.launch({
      executablePath: findChromium(),
      args: [
        ...CHROMIUM_FLAGS,
        // Trusted, not excused: a browser caches nothing of a host whose certificate it only overlooks.
        `--ignore-certificate-errors-spki-list=${keyDigest}`,
        // All hosts are this machine here. A browser that guards it from strangers would do the site's work.
        '--disable-features=LocalNetworkAccessChecks',
        `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
      ],
    });
  return {
    async open() {
      browser ??= launch();
      return (await browser).newContext(VISITOR);
    },
    async stop() {
      await (await browser)?.close();
    },
  };
}
