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

/** A page that begins anew under the question has shown nothing yet. */
const BEGINNING_ANEW = /context was destroyed/;

function told<Answer>(asked: Promise<Answer>, instead: Answer): Promise<Answer> {
  return asked.catch((fault: Error) => {
    if (BEGINNING_ANEW.test(fault.message)) return instead;
    throw fault;
  });
}

/** This document has shown it, and since the last toast that was looked for. */
export async function seeToast(page: Page, text: string | RegExp): Promise<void> {
  await expect
    .poll(() =>
      told(
        page.evaluate(() => [...globalThis.toastsSeen.values()]),
        [],
      ),
    )
    .toContainEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));
  const forgotten = page.evaluate(() => {
    for (const toast of globalThis.toastsSeen.keys()) globalThis.toastsSeen.set(toast, '');
  });
  await told(forgotten, undefined);
}
