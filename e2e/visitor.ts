import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { inject } from 'vitest';
import { browser } from './browser.ts';
import { REQUEST_RECORD } from './output.ts';

export const PHONE_PX = 360;
export const PC_PX = 1280;

const HEIGHTS = { phone: 780, pc: 860 };
const WAIT_MS = 20_000;

export interface VisitorOptions {
  readonly widthPx: number;
  /** The worker fetches every page ahead: only journeys that need it pay for that. */
  readonly hasServiceWorker?: boolean;
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

export async function newVisitor({ widthPx, hasServiceWorker = false }: VisitorOptions): Promise<Visitor> {
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
  const watched = watch(context);
  return {
    context,
    page: await context.newPage(),
    complaints: () => watched.complaints,
    async device() {
      const cookies = await context.cookies(`${siteUrl}/api/`);
      const secret = cookies.find(({ name }) => name === 'jawhara_device')?.value;
      if (secret === undefined) throw new Error('the API has not named this device yet');
      return createHash('sha256').update(secret).digest('base64url');
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
