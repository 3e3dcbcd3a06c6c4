import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Both pages use the same test ids. */
export const FIRST_PACK = '[data-testid^="pack-"]';
export const SHEET_OPENER = '[data-testid="recipient-other"]';

/** The phone that Lighthouse emulates. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** A visit with empty storage, discarded at its end. */
export async function visit<Result>(
  browser: Browser,
  measure: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  try {
    return await measure(await context.newPage(), context);
  } finally {
    await context.close();
  }
}
