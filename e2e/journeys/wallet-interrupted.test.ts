import type { Page } from '@playwright/test';
import type { ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { Payer } from '../payer.ts';
import { ADYEN } from '../providers/adyen.ts';
import { bookRowsOf, readNetCents } from '../sandbox.ts';
import { openSheet, Wallet } from '../wallet.ts';

// A device that is offered Adyen's cards also gets Adyen's wallet.
test.use({ provider: ADYEN });

const VERIFY = '**/api/order/adyen_verify_pay/**';
const STATUS = '**/api/web/pay_result_by_order_fast/**';

interface Death {
  /** The point at which the page is closed. */
  readonly at: string;
  readonly scenario?: ScenarioKey;
  /** The result after the payer opens the page again. */
  readonly seen: 'success' | 'fail' | 'other';
  /** Called before the sheet is opened; returns a function that resolves when the page has reached the point `at`. */
  readonly prepare: (page: Page, wallet: Wallet) => Promise<() => Promise<unknown>>;
}

/** Leaves a call without a response, so that the page goes no further. */
function unanswered(page: Page, pattern: string, isForwarded = false): Promise<() => Promise<void>> {
  return new Promise((ready) => {
    const requestSeen = new Promise<void>((resolve) => {
      const routed = page.route(pattern, async (route) => {
        if (isForwarded) await route.fetch();
        resolve();
      });
      void routed.then(() => ready(() => requestSeen));
    });
  });
}

/** Halts the page at this point with a browser dialog. */
function halted(halt: (wallet: Wallet) => Promise<void>): Death['prepare'] {
  return async (page, wallet) => {
    await halt(wallet);
    const dialog = page.waitForEvent('dialog');
    return () => dialog;
  };
}

const DEATHS: readonly Death[] = [
  {
    at: 'before the wallet token is sent',
    seen: 'fail',
    prepare: halted((wallet) => wallet.haltAtCall('adyen_verify_pay')),
  },
  {
    at: 'before the response to the wallet token',
    seen: 'success',
    prepare: (page) => unanswered(page, VERIFY, true),
  },
  {
    at: 'while the payment is pending',
    scenario: 'pending-then-approved',
    seen: 'success',
    prepare: (page) => unanswered(page, STATUS),
  },
  {
    at: 'after asking for the state of the payment',
    scenario: 'pending-then-declined',
    seen: 'other',
    async prepare(page) {
      const last = await unanswered(page, STATUS);
      await page.route(STATUS, (route) => route.fulfill({ status: 503 }), { times: 2 });
      return last;
    },
  },
  {
    at: 'before the sheet is completed',
    seen: 'success',
    prepare: halted((wallet) => wallet.haltAtCompletion('before')),
  },
  {
    at: 'before the result is shown',
    seen: 'success',
    prepare: halted((wallet) => wallet.haltAtCompletion('after')),
  },
];

/** Opens the page again, which leads to the order. */
async function openAnew(died: Page): Promise<Payer> {
  const context = died.context();
  await died.close();
  const page = await context.newPage();
  await new Wallet(page).carry('approve');
  await page.goto('/pay');
  await page.locator('a[href^="/pay-step?order_id="]').click();
  return new Payer(page, ADYEN);
}

for (const { at, scenario = 'approve', seen, prepare } of DEATHS)
  test(
    `an Apple Pay payment whose page is closed ${at} shows ${seen} when opened again, and is charged at most once`,
    { tag: '@phone' },
    async ({ page, payer, device, complaints }) => {
      complaints.allow(/pay_result_by_order_fast/);
      const wallet = new Wallet(page);
      await wallet.carry(scenario);
      const dying = await prepare(page, wallet);
      await openSheet(payer, wallet, '5048213');
      await wallet.agree();
      await dying();
      const opened = await openAnew(page);
      await opened.seeOutcome(seen);
      const isPaid = seen === 'success';
      if (isPaid) await opened.seeGemsArrive();
      const [order, ...others] = await ordersOf(device);
      const orderId = order?.id ?? '';
      expect(others).toEqual([]);
      expect((await bookRowsOf(ADYEN, orderId)).length).toBe(seen === 'fail' ? 0 : 1);
      expect(await readNetCents(ADYEN, orderId)).toBe(isPaid ? 499 : 0);
      expect(await creditedGems(orderId)).toBe(isPaid ? 540 : 0);
    },
  );

test(
  'closing the page before the payer confirms in the Apple Pay sheet charges nothing, and the order is cancelled',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await openSheet(payer, wallet, '5048213');
    const opened = await openAnew(page);
    await opened.seeOutcome('fail');
    await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('cancelled');
  },
);
