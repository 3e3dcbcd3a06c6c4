import type { Locator, Page } from '@playwright/test';

const TABS_MAX = 60;

/** Presses Tab until the condition holds, as a payer without a mouse does. */
export async function tabUntil(page: Page, what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${what}`);
}

/** Moves by Tab to the single visible target. */
export function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = (): Promise<boolean> =>
    target.filter({ visible: true }).evaluate((element) => element === document.activeElement);
  return tabUntil(page, String(target), isThere);
}
