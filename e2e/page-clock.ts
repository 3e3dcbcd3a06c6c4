import type { Locator, Page } from 'playwright-core';

const STEP_MS = 1_000;
const LOOK_MS = 100;

/** The page's clock goes on as ever, and can be put forward. Before the page is opened. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install();
}

/** What the page waits for, without the wait: its clock is put forward until the payer sees something. */
export async function letTimePass(page: Page, seen: Locator): Promise<void> {
  const isSeen = (): Promise<boolean> =>
    seen.waitFor({ timeout: LOOK_MS }).then(
      () => true,
      () => false,
    );
  while (!(await isSeen())) await page.clock.fastForward(STEP_MS);
}
