import type { Browser } from 'playwright-core';
import { FIRST_PACK, visit } from './visit.ts';

export interface ThrottledLoad {
  readonly lcpMs: number;
  /** When the first pack could be tapped, in milliseconds. */
  readonly listMs: number;
}

/** The line of Lighthouse's phone. Lighthouse only simulates it; here the browser really loads at this speed. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOW_DOWN = 4;

declare global {
  var speed: { lcpMs: number; listMs: number };
}

export function throttledLoad(browser: Browser, url: string): Promise<ThrottledLoad> {
  return visit(browser, async (page, context) => {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN });
    await page.addInitScript(watchLoad, FIRST_PACK);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.speed.listMs > 0 && globalThis.speed.lcpMs > 0);
    return page.evaluate(() => globalThis.speed);
  });
}

/** Runs in the page, before its own scripts. */
function watchLoad(firstPack: string): void {
  globalThis.speed = { lcpMs: 0, listMs: 0 };
  new PerformanceObserver((list) => {
    globalThis.speed.lcpMs = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver((_changes, observer) => {
    if (document.querySelector(firstPack) === null) return;
    observer.disconnect();
    globalThis.speed.listMs = performance.now();
  }).observe(document, { childList: true, subtree: true });
}
