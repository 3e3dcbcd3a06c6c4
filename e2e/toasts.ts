import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';

declare global {
  var toastsSeen: Map<Element, string>;
}

/** A toast is gone after three seconds, and a slow machine looks later: the page keeps what it has shown. */
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

/** This document has shown it, and since the last toast that was looked for. A page that begins anew is asked again. */
export async function seeToast(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect(async () => {
    expect(await page.evaluate(() => [...globalThis.toastsSeen.values()])).toContainEqual(wanted);
  }).toPass({ timeout: WAIT_MS });
  // What begins anew now has forgotten by itself.
  await page
    .evaluate(() => globalThis.toastsSeen.forEach((_, toast, seen) => seen.set(toast, '')))
    .catch(() => {});
}
