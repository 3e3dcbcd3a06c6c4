import { appendFileSync } from 'node:fs';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { inject } from 'vitest';
import { DEVICE_COOKIE, COOKIE_PATH } from '../apps/api/src/http/device-cookie.ts';
import { browser } from './browser.ts';
import { deviceOf, newDeviceSecret } from './channels.ts';
import { REQUEST_RECORD } from './output.ts';

export const PHONE_PX = 360;
export const PC_PX = 1280;

const HEIGHTS = { phone: 780, pc: 860 };
const WAIT_MS = 20_000;

export interface VisitorOptions {
  readonly widthPx: number;
  /** The worker fetches every page ahead: only journeys that need it pay for that. */
  readonly hasServiceWorker?: boolean;
  /** Provider 17 takes the card of such a device first. */
  readonly isOfferedAdyen?: boolean;
}

/** One person with one device: storage and cookies of their own, and a record of what their browser did. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained about, or sent to strangers. */
  readonly complaints: () => readonly string[];
  /** This device as the database names it. */
  readonly device: () => Promise<string>;
  readonly leave: () => Promise<void>;
}

interface Watched {
  readonly complaints: string[];
  readonly requests: object[];
}

function watch(context: BrowserContext): Watched {
  const { siteUrl, sandboxUrl } = inject('shop');
  const watched: Watched = { complaints: [], requests: [] };
  context.on('console', (message) => {
    if (message.type() === 'error')
      watched.complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => watched.complaints.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin === siteUrl) watched.requests.push(recordOf(request));
    const isInside = ['data:', 'blob:', 'about:', 'chrome-error:'].includes(protocol);
    if (!isInside && origin !== siteUrl && origin !== sandboxUrl)
      watched.complaints.push(`left the machine: ${request.url()}`);
  });
  return watched;
}

function recordOf(request: Request): object {
  return {
    method: request.method(),
    url: request.url(),
    headers: request.headers(),
    body: request.postData(),
  };
}

/** The device's own cookie, given beforehand: which provider takes its card depends on it. */
async function nameDevice(context: BrowserContext, isOfferedAdyen: boolean): Promise<void> {
  const { hostname } = new URL(inject('shop').siteUrl);
  const value = newDeviceSecret(isOfferedAdyen);
  const cookie = { name: DEVICE_COOKIE, value, domain: hostname, path: COOKIE_PATH, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: 'Lax' }]);
}

export async function newVisitor(options: VisitorOptions): Promise<Visitor> {
  const { widthPx, hasServiceWorker = false, isOfferedAdyen = false } = options;
  const { siteUrl } = inject('shop');
  const height = widthPx > 800 ? HEIGHTS.pc : HEIGHTS.phone;
  const context = await (
    await browser()
  ).newContext({
    baseURL: siteUrl,
    viewport: { width: widthPx, height },
    hasTouch: widthPx <= 800,
    locale: 'ar-SA',
    timezoneId: 'Asia/Riyadh',
    colorScheme: 'light',
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WAIT_MS);
  await nameDevice(context, isOfferedAdyen);
  const watched = watch(context);
  return {
    context,
    page: await context.newPage(),
    complaints: () => watched.complaints,
    async device() {
      const cookies = await context.cookies(`${siteUrl}/api/`);
      const secret = cookies.find(({ name }) => name === DEVICE_COOKIE)?.value;
      if (secret === undefined) throw new Error('this device has lost its name');
      return deviceOf(secret);
    },
    async leave() {
      const cookies = await context.cookies();
      const storage = await context.storageState();
      const lines = [...watched.requests, { cookies }, { storage }].map((one) => JSON.stringify(one));
      appendFileSync(REQUEST_RECORD, `${lines.join('\n')}\n`);
      await context.close();
    },
  };
}
