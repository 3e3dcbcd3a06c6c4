import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';

declare global {
  var toastsSeen: Map<Element, string>;
}

/** A toast disappears after three seconds, which a slow machine may miss, so the page records all toasts. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.toastsSeen = new Map();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.toast'))
        globalThis.toastsSeen.set(toast, toast.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
}

const WAIT_MS = 45_000;

/** Checks that the page has shown this toast since the last checked one. Tried again if the page reloads meanwhile. */
export async function seeToast(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect(async () => {
    expect(await page.evaluate(() => [...globalThis.toastsSeen.values()])).toContainEqual(wanted);
  }).toPass({ timeout: WAIT_MS });
  // A page that reloads now has lost its record anyway.
  await page
    .evaluate(() => globalThis.toastsSeen.forEach((_, toast, seen) => seen.set(toast, '')))
    .catch(() => {});
}
