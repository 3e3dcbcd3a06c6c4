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
import { deviceDigest } from '../apps/api/src/http/devices.ts';
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

/** Errors of the browser, and requests to foreign hosts. A journey must end without any. */
class Complaints {
  readonly messages: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Allows complaints that belong to this journey, such as a connection that was cut on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.messages.filter((one) => !this.#allowed.some((pattern) => pattern.test(one)));
  }
}

export interface Fixtures {
  /** The provider whose card fields the journey uses. The device is chosen so that it is offered them. */
  readonly provider: CardProvider;
  readonly deviceSecret: string;
  /** The device's id in the database. */
  readonly device: string;
  readonly payer: Payer;
  readonly complaints: Complaints;
  /** Advances the page's clock, which must be installed before, until the element is visible. Takes no real time. */
  readonly letTimePass: (seen: Locator) => Promise<void>;
  /** Takes a picture for manual review, named by this name and the width. */
  readonly picture: (name: string, page?: Page) => Promise<void>;
}

export { expect };

export const test = base.extend<Fixtures>({
  provider: [CHECKOUT_COM, { option: true }],
  baseURL: ({}, use) => use(shop().siteUrl),
  deviceSecret: ({ provider }, use) => use(newDeviceSecret(provider.isOfferedAdyen)),
  complaints: ({}, use) => use(new Complaints()),

  async context({ context, deviceSecret, complaints }, use, { errors }) {
    // The cookie is set in advance, because the device decides which provider's card fields are shown.
    const cookie = { ...developmentCookie(deviceSecret), url: shop().siteUrl };
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    await keepToasts(context);
    const requests = watch(context, complaints);
    await use(context);
    // A routed call may still be running when the journey ends, which is no fault.
    for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    const browserState = [{ cookies: await context.cookies() }, { storage: await context.storageState() }];
    const lines = [...requests, ...browserState].map((one) => JSON.stringify(one));
    appendFileSync(REQUEST_RECORD, `${lines.join('\n')}\n`);
    // If the journey itself failed, its own error is the one to report.
    if (errors.length === 0) expect(complaints.unexpected()).toEqual([]);
  },

  async device({ context, deviceSecret }, use) {
    await use(deviceDigest(deviceSecret));
    // A journey finds its rows in the database by the device, so the browser must still have the device's cookie.
    const cookie = expect.objectContaining(developmentCookie(deviceSecret));
    expect(await context.cookies()).toContainEqual(cookie);
  },

  async payer({ page, provider }, use) {
    const payer = new Payer(page, provider);
    await payer.agreeToRepeats(true);
    await use(payer);
  },

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

/**
 * Requests that test whether a host is reachable. If the clock advanced while one is open, it would time out and the page would
 * move to another host.
 */
function watchDials(page: Page): Request[] {
  const dials: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === probeHost.path || pathname === probeHostOfApp.path) dials.push(request);
  });
  return dials;
}

/** Every request to our own hosts, recorded for the search for card data at the end. */
function watch(context: BrowserContext, { messages }: Complaints): object[] {
  const { siteUrl, sandboxUrl } = shop();
  const requests: object[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') messages.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => messages.push(`error: ${error.error().message}`));
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
      messages.push(`left the machine: ${request.url()}`);
  });
  return requests;
}
