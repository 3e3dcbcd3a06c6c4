import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';

declare global {
  /** Installed in every frame by `Hand`, to count presses. */
  var countPress: (() => Promise<void>) | undefined;
}

const CURSOR_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** The cursor needs a moment to move between two frames of a provider, so a field is pressed only if the cursor does not come. */
async function getsCursor(field: Locator): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const hasCursor = await field.evaluate(
      (input) => input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus(),
    );
    if (hasCursor || waitedMs >= CURSOR_WITHIN_MS) return hasCursor;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Presses and types as a payer does. Counts the presses, also those in a provider's frame, and separately the keys. */
export class Hand {
  #presses = 0;
  keys = 0;

  static async on(page: Page): Promise<Hand> {
    const hand = new Hand();
    await page.exposeBinding('countPress', () => void (hand.#presses += 1));
    await page.addInitScript(() => {
      addEventListener('pointerdown', (event) => event.isTrusted && void globalThis.countPress?.(), true);
    });
    return hand;
  }

  /** Presses so far; each is reported a moment after it happened. */
  readonly presses = (): number => this.#presses;

  /** Types into the field, after pressing it if the cursor is not there. */
  async type(field: Locator, text: string): Promise<void> {
    if (!(await getsCursor(field))) await field.click();
    this.keys += text.length;
    await field.page().keyboard.type(text);
  }
}
