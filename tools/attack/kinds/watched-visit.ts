import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Target } from '../target/target.ts';

/** Behaviour that no page of ours shows, whatever its address or its storage contains. */
export interface Misdeeds {
  readonly foreignRequests: readonly string[];
  readonly endedAt: string;
  readonly isScriptRun: boolean;
  readonly isPolluted: boolean;
  /**
   * Violations of the content policy. Each shows that foreign markup got into the page, even if the policy stopped it from
   * running.
   */
  readonly violations: readonly string[];
  readonly pageErrors: readonly string[];
  readonly text: string;
}

/** The code and the property name that hostile values try to run or set. */
export const HOSTILE_CODE = 'globalThis.hostileRan=1';
export const POLLUTING_NAME = 'polluted';

interface PageFacts {
  readonly isScriptRun: boolean;
  readonly isPolluted: boolean;
  readonly violations: readonly string[];
  readonly text: string;
}

/** Runs before any script of the page. */
function listen(): void {
  const page = globalThis as unknown as { hostileViolations: string[] };
  page.hostileViolations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    page.hostileViolations.push(`${violatedDirective} ${blockedURI}`),
  );
}

function readFacts(name: string): PageFacts {
  const page = globalThis as unknown as { hostileRan?: number; hostileViolations?: string[] };
  return {
    isScriptRun: page.hostileRan !== undefined,
    isPolluted: name in {},
    violations: page.hostileViolations ?? [],
    text: document.body?.innerText ?? '',
  };
}

const LOADS_WITHIN_MS = 10_000;

const NO_FACTS: PageFacts = { isScriptRun: false, isPolluted: false, violations: [], text: '' };

/** Our hosts, the backup host, the sandbox (whose scripts the pages load) and the app's pages in the app stores. */
function isOurs(target: Target, url: string): boolean {
  if (!/^(?:https?|wss?):/.test(url) || target.storeUrls.includes(url)) return true;
  const { host, origin } = new URL(url);
  return host === target.host || host === target.backupHost || origin === target.sandboxUrl;
}

/** A browser that visits one page after the other, each time as a new visitor. */
export interface Lane {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function openLane(target: Target): Promise<Lane> {
  const context = await target.openVisitor();
  await context.addInitScript(listen);
  return { context, close: () => context.close() };
}

export interface VisitOptions {
  readonly path: string;
  /** How long the page is watched after it has loaded. */
  readonly lastsMs: number;
  /** A script that runs before the page's own scripts. */
  readonly before?: string;
  /** Actions of the visitor on the page. */
  readonly act?: (page: Page) => Promise<void>;
}

async function factsOf(page: Page): Promise<PageFacts> {
  // While the page navigates it cannot be read, so it is read again a little later.
  for (let tries = 0; tries < 3; tries += 1) {
    const facts = await page.evaluate(readFacts, POLLUTING_NAME).catch(() => null);
    if (facts !== null) return facts;
    await sleep(100);
  }
  return NO_FACTS;
}

export async function watchVisit(
  target: Target,
  { context }: Lane,
  options: VisitOptions,
): Promise<Misdeeds> {
  await context.clearCookies();
  const page = await context.newPage();
  const [foreign, pageErrors]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!isOurs(target, request.url())) foreign.push(request.url());
  });
  page.on('popup', (popup) => foreign.push(`a window for ${popup.url()}`));
  page.on('pageerror', ({ message }) => pageErrors.push(message));
  page.on('dialog', (dialog) => {
    foreign.push('a dialog of the browser');
    dialog.dismiss().catch(() => {});
  });
  try {
    const { path, lastsMs, before, act } = options;
    if (before !== undefined) await page.addInitScript(before);
    // A page that hangs is judged by its behaviour so far.
    await page
      .goto(`https://${target.host}${path}`, { waitUntil: 'load', timeout: LOADS_WITHIN_MS })
      .catch(() => {});
    await act?.(page);
    await sleep(lastsMs);
    const facts = await factsOf(page);
    return { ...facts, foreignRequests: foreign, endedAt: page.url(), pageErrors };
  } finally {
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await page.close();
  }
}

/** Describes the misbehaviour, or null if there was none. */
export function misdeedIn(target: Target, seen: Misdeeds): string | null {
  if (seen.isScriptRun) return 'a script ran';
  if (seen.isPolluted) return 'every object has a name more';
  if (!isOurs(target, seen.endedAt)) return `the browser is led to ${seen.endedAt}`;
  const [foreign] = seen.foreignRequests;
  if (foreign !== undefined) return `a stranger is asked: ${foreign.slice(0, 90)}`;
  const [violation] = seen.violations;
  return violation === undefined ? null : `against the policy: ${violation}`;
}

/** Spreads the items over lanes that run at the same time; results come in the order in which they finish. */
export async function* inLanes<Item, Result>(
  target: Target,
  items: readonly Item[],
  lanes: number,
  work: (lane: Lane, item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const open = await Promise.all(Array.from({ length: lanes }, () => openLane(target)));
  const waiting = [...items];
  const running = new Map<Lane, Promise<{ lane: Lane; result: Result }>>();
  const startNext = (lane: Lane): void => {
    running.delete(lane);
    const item = waiting.shift();
    if (item !== undefined)
      running.set(
        lane,
        work(lane, item).then((result) => ({ lane, result })),
      );
  };
  for (const lane of open) startNext(lane);
  try {
    while (running.size > 0) {
      const { lane, result } = await Promise.race(running.values());
      startNext(lane);
      yield result;
    }
  } finally {
    // Wait for the visits under way even if the search is over: a context that is closed during a visit may hang.
    await Promise.allSettled(running.values());
    await Promise.all(open.map((lane) => lane.close()));
  }
}
