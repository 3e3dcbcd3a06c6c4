import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import type { AppleSession } from '../apps/web/src/checkout/methods/wallet/apple-pay.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { shop } from './addresses.ts';
import type { Payer } from './payer.ts';

const FAKE = join(REPOSITORY, 'apps/web/src/checkout/methods/wallet/test/fake-apple-pay.ts');

/** A plain script without imports, because a page's init script cannot import. */
function fakeScript(): string {
  const plain = stripTypeScriptTypes(readFileSync(FAKE, 'utf8')).replaceAll(/^export /gm, '');
  return `(() => { ${plain}; fakeApplePay({ token: () => globalThis.appleToken() }); })();`;
}

/** The token of Apple's sheet: the scenario's card, encrypted for a provider of the sandbox. */
async function tokenOf(scenario: ScenarioKey): Promise<unknown> {
  const answer = await fetch(`${shop().sandboxUrl}/apple-pay/token?scenario=${scenario}`);
  if (!answer.ok) throw new Error(`no token for ${scenario}: ${answer.status}`);
  return answer.json();
}

/** A browser with a wallet, such as Safari. */
export class Wallet {
  readonly page: Page;
  readonly sheet: Locator;
  readonly row: Locator;
  readonly button: Locator;
  /** PayerMax's own button, on its page and in ours. */
  readonly payermax: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sheet = page.getByTestId('apple-sheet');
    this.row = page.getByTestId('method-wallet');
    this.button = page.getByTestId('pay-wallet');
    this.payermax = page.locator('#pmdropin-apple-pay');
  }

  /** Call before the page is opened. */
  async carry(scenario: ScenarioKey): Promise<void> {
    await this.page.exposeFunction('appleToken', () => tokenOf(scenario));
    await this.page.addInitScript({ content: fakeScript() });
  }

  /** Call before the page is opened. A browser dialog then halts the page for good just before it sends this call. */
  async haltAtCall(path: string): Promise<void> {
    await this.page.addInitScript((halts) => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, how) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
        if (!pathname.includes(halts)) return send(input, how);
        globalThis.alert('halted');
        // When the test closes the page, its script runs on for a moment: the call must not be sent then either.
        return new Promise(() => undefined);
      };
    }, path);
  }

  /** Halts the page before or after it completes the sheet. */
  async haltAtCompletion(when: 'before' | 'after'): Promise<void> {
    await this.page.addInitScript((halts) => {
      const { prototype } = (globalThis as unknown as { ApplePaySession: { prototype: AppleSession } })
        .ApplePaySession;
      const tell = prototype.completePayment;
      prototype.completePayment = function halting(...completionArguments) {
        if (halts === 'after') tell.apply(this, completionArguments);
        globalThis.alert('halted');
        if (halts === 'before') tell.apply(this, completionArguments);
      };
    }, when);
  }

  async choose(): Promise<void> {
    await this.row.click();
    await expect(this.row).toBeChecked();
    await expect(this.button).toBeVisible();
  }

  /** Waits until the sheet is open and has its merchant session. */
  async seeReady(): Promise<void> {
    await expect(this.sheet).toHaveAttribute('data-state', 'ready');
  }

  async agree(): Promise<void> {
    await this.seeReady();
    await this.page.getByTestId('apple-pay').click();
  }

  async cancel(): Promise<void> {
    await this.page.getByTestId('apple-cancel').click();
  }

  /** The actions that were done in this page's payment sheets, a list for each sheet. A reload of the page empties it. */
  async done(): Promise<string[][]> {
    return this.page.evaluate(() => (globalThis as unknown as { appleSheets: string[][] }).appleSheets);
  }
}

/** Chooses recipient, pack and Apple Pay, and opens its sheet, which then waits for the payer's consent. */
export async function openSheet(payer: Payer, wallet: Wallet, displayId: string): Promise<void> {
  await payer.page.goto('/pay');
  await payer.chooseRecipient(displayId);
  await payer.choosePack(499);
  await wallet.choose();
  await payer.pressFor('pay-wallet', 'apple-sheet');
  await wallet.seeReady();
}
