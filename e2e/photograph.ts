import type { Page } from '@playwright/test';

const HEIGHT_MAX_PX = 4_000;
const WAIT_MS = 40_000;

/** Takes a picture of the whole page. The window is enlarged for it: some Chromium builds hang if the page is larger. */
export async function photograph(page: Page, path: string): Promise<void> {
  const window = page.viewportSize();
  if (window === null) return;
  const wanted = await page.evaluate(() => {
    // While a dialog is open, the picture needs only the dialog's height.
    const sheets = [...document.querySelectorAll('dialog[open]')];
    const boxes = sheets.length > 0 ? sheets : [document.documentElement];
    return Math.max(...boxes.map((box) => box.scrollHeight));
  });
  const height = Math.min(Math.max(wanted, window.height), HEIGHT_MAX_PX);
  await page.setViewportSize({ ...window, height });
  await page.screenshot({ path, timeout: WAIT_MS });
  await page.setViewportSize(window);
}
