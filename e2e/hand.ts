import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';

declare global {
  /** Put into every frame by the hand that counts. */
  var countPress: (() => Promise<void>) | undefined;
}

const CURSOR_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** Between two frames of a provider the cursor needs a moment, and nobody presses a field that it is about to reach. */
async function getsCursor(field: Locator): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const hasCursor = await field.evaluate(
      (input) => input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus(),
    );
    if (hasCursor || waitedMs >= CURSOR_WITHIN_MS) return hasCursor;
    await sleep(LOOK_EVERY_MS);
  }
}

/** A hand whose every press is counted by the page it lands on, also in a provider's frame; keys are counted apart. */
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

  /** Counted until now; a press is told a moment after it happened. */
  readonly presses = (): number => this.#presses;

  /** A field that has no cursor is pressed before anything is typed into it. */
  async type(field: Locator, text: string): Promise<void> {
    if (!(await getsCursor(field))) await field.click();
    this.keys += text.length;
    await field.page().keyboard.type(text);
  }
}
