import type { Locator, Page } from '@playwright/test';

declare global {
  /** Put into every frame by the hand that counts. */
  var countPress: (() => Promise<void>) | undefined;
}

function watchPresses(): void {
  addEventListener('pointerdown', (event) => event.isTrusted && void globalThis.countPress?.(), true);
}

/** Whether the next key would land in it. */
export function hasCursor(field: Locator): Promise<boolean> {
  return field.evaluate(
    (input) => input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus(),
  );
}

/**
 * A hand whose every press is counted by the page it lands on, also in a provider's frame. A field that has no cursor is
 * pressed before anything is typed into it; keys are counted apart.
 */
export class Hand {
  readonly #page: Page;
  #presses = 0;
  keys = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async on(page: Page): Promise<Hand> {
    const hand = new Hand(page);
    await page.exposeBinding('countPress', () => void (hand.#presses += 1));
    await page.addInitScript(watchPresses);
    return hand;
  }

  /** Counted until now; a press is told a moment after it happened. */
  readonly presses = (): number => this.#presses;

  async press(target: Locator): Promise<void> {
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    if (!(await hasCursor(field))) await this.press(field);
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** The key that leads to the next field, on a phone’s keyboard too. */
  async next(): Promise<void> {
    await this.#page.keyboard.press('Tab');
  }
}
