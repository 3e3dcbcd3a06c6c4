import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../browser/find-chromium.ts';
import type { Certificate } from './certificate.ts';

/** The names that a browser can resolve, and the local port behind each. */
export type NamedPorts = Readonly<Record<`${string}:${80 | 443}`, number>>;

/** A typical visitor's language and width. Service workers are off: they would prefetch every page for each visitor. */
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

/** A single browser for all attacks, started by the first that needs it. */
export function visitorsOf(names: NamedPorts, { keyDigest }: Certificate): Visitors {
  let browser: Promise<Browser> | undefined;
  const rules = Object.entries(names).map(([name, port]) => `MAP ${name} 127.0.0.1:${port}`);
  const launch = (): Promise<Browser> =>
    chromium.launch({
      executablePath: findChromium(),
      args: [
        ...CHROMIUM_FLAGS,
        // The certificate is trusted by its key, because a browser caches nothing from a host whose certificate error is
        // ignored.
        `--ignore-certificate-errors-spki-list=${keyDigest}`,
        // All hosts are this machine. With this browser feature the browser would block requests that the site itself must
        // block.
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
