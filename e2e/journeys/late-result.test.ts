import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const RESULT_CHUNK = /\/assets\/result-panel-[^/]+\.js$/;
const LATE_MS = 6_000;

/** Counts from now on the animation frames in which the page is empty. Returns a function that reads the count. */
async function watchForEmptyFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { empty: 0 };
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const mains = [...document.querySelectorAll('main')].filter((main) => main.checkVisibility());
      const hasWords = mains.some((main) => main.innerText.trim() !== '');
      if (!hasWords) seen.empty += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: { empty: number } }).seen.empty);
}

test(
  'the result page’s script is loaded as soon as the card fields are open',
  { tag: '@phone' },
  async ({ page, payer }) => {
    const fetched = page.waitForResponse(RESULT_CHUNK);
    await payer.comeToFields('6127733', 299);
    await fetched;
  },
);

test(
  'when the result page’s script fails to load once and then loads slowly, the waiting page stays until the result is shown',
  {
    tag: '@phone',
  },
  async ({ page, payer, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    let requestCount = 0;
    await page.route(RESULT_CHUNK, async (route) => {
      requestCount += 1;
      if (requestCount === 1) return route.abort();
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      return route.continue();
    });
    await payer.comeToFields('6127733', 299);
    await payer.fillCard('insufficient-funds');
    const emptyFrames = await watchForEmptyFrames(page);
    await payer.confirm();
    await payer.seeOutcome('balance');
    expect(requestCount).toBeGreaterThan(1);
    expect(await emptyFrames()).toBe(0);
  },
);
