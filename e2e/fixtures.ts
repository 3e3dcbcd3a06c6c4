import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeHost, probeHostOfApp } from '@jawhara/contract';
import {
  expect,
  test as base,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import { deviceDigest } from '../apps/api/src/http/device-secret.ts';
import { developmentCookie } from '../tools/stack/development-device.ts';
import { shop } from './addresses.ts';
import { newDeviceSecret } from './channels.ts';
import { OUTPUT, REQUEST_RECORD } from './output.ts';
import { Payer } from './payer.ts';
import { photograph } from './photograph.ts';
import type { CardProvider } from './providers/card-provider.ts';
import { CHECKOUT_COM } from './providers/checkout-com.ts';
import { secondUrl } from './second-host.ts';
import { keepToasts } from './toasts.ts';

/** What the browser complained about, or sent to strangers. A journey without any ends well. */
class Complaints {
  readonly heard: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Complaints that belong to this journey, such as a connection that was cut on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.heard.filter((one) => !this.#allowed.some((pattern) => pattern.test(one)));
  }
}

export interface Fixtures {
  /** Who takes the card; which devices these are depends on it. */
  readonly provider: CardProvider;
  readonly deviceSecret: string;
  /** This device as the database names it. */
  readonly device: string;
  readonly payer: Payer;
  readonly complaints: Complaints;
  /** What the page waits for, without the wait: its clock, installed before, is put forward until the payer sees something. */
  readonly letTimePass: (seen: Locator) => Promise<void>;
  /** For a person to look at, under this name and the width. */
  readonly picture: (name: string, page?: Page) => Promise<void>;
}

export { expect };

export const test = base.extend<Fixtures>({
  provider: [CHECKOUT_COM, { option: true }],
  baseURL: ({}, use) => use(shop().siteUrl),
  deviceSecret: ({ provider }, use) => use(newDeviceSecret(provider.isOfferedAdyen)),
  complaints: ({}, use) => use(new Complaints()),

  async context({ context, deviceSecret, complaints }, use, { errors }) {
    // Given beforehand: which provider takes the card depends on it.
    const cookie = { ...developmentCookie(deviceSecret), url: shop().siteUrl };
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    await keepToasts(context);
    const requests = watch(context, complaints);
    await use(context);
    // A call that a journey answers may be under way when it ends: that is no fault of it.
    for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    const kept = [{ cookies: await context.cookies() }, { storage: await context.storageState() }];
    const lines = [...requests, ...kept].map((one) => JSON.stringify(one));
    appendFileSync(REQUEST_RECORD, `${lines.join('\n')}\n`);
    // A journey that failed complains for a reason: its own fault is the one to be told.
    if (errors.length === 0) expect(complaints.unexpected()).toEqual([]);
  },

  async device({ context, deviceSecret }, use) {
    await use(deviceDigest(deviceSecret));
    // That it has no order says something only of a device that has kept its name.
    const cookie = expect.objectContaining(developmentCookie(deviceSecret));
    expect(await context.cookies()).toContainEqual(cookie);
  },

  payer: ({ page, provider }, use) => use(new Payer(page, provider)),

  async letTimePass({ page }, use) {
    const dials = watchDials(page);
    await use((seen) =>
      expect(async () => {
        await Promise.all(dials.map((dial) => dial.response()));
        await page.clock.fastForward(1_000);
        await expect(seen).toBeVisible({ timeout: 100 });
      }).toPass({ intervals: [0] }),
    );
  },

  async picture({ page, viewport }, use) {
    await use((name, of = page) => photograph(of, join(OUTPUT, `${name}-${viewport?.width ?? 0}.png`)));
  },
});

/** Whether a host is there. Put forward meanwhile, the clock would say that it is not, and the page would move to another. */
function watchDials(page: Page): Request[] {
  const dials: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === probeHost.path || pathname === probeHostOfApp.path) dials.push(request);
  });
  return dials;
}

/** Every request to our own hosts, as it is kept for the search that comes last. */
function watch(context: BrowserContext, { heard }: Complaints): object[] {
  const { siteUrl, sandboxUrl } = shop();
  const requests: object[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') heard.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => heard.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin === siteUrl || origin === secondUrl())
      requests.push({
        method: request.method(),
        url: request.url(),
        headers: request.headers(),
        body: request.postData(),
      });
    const isInside = ['data:', 'blob:', 'about:', 'chrome-error:'].includes(protocol);
    if (!isInside && origin !== siteUrl && origin !== secondUrl() && origin !== sandboxUrl)
      heard.push(`left the machine: ${request.url()}`);
  });
  return requests;
}
