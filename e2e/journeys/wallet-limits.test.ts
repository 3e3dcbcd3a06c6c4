import type { Page, Route } from '@playwright/test';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import type { Payer } from '../payer.ts';
import { ADYEN } from '../providers/adyen.ts';
import { bookRowsOf, readNetCents } from '../sandbox.ts';
import { openSheet, Wallet } from '../wallet.ts';

// A device that is offered Adyen's cards also gets Adyen's wallet.
test.use({ provider: ADYEN });

const CREATE = '**/api/order/create_coin_pay/';
const SESSION = '**/api/order/adyen_apple_pay_session_data/**';
const VERIFY = '**/api/order/adyen_verify_pay/**';
const STATUS = '**/api/web/pay_result_by_order_fast/**';

/** The result for a token that the server refuses. */
const NOT_AVAILABLE = { result: 22011, code: 22011 };

const STEP_MS = 100;

/** From now on the page's clock moves only by `goOnUntil`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await nowIn(page)) + 5_000);
}

/** Advances the page's stopped clock until the condition holds, at most by the limit. */
async function goOnUntil(page: Page, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += STEP_MS) {
    if (waited > limitMs) throw new Error(`it is not so after ${waited} ms`);
    await page.clock.runFor(STEP_MS);
  }
}

const nowIn = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Returns the times of the page's calls by the page's own clock: Playwright sees calls later, much later on a busy machine. */
async function watchCalls(page: Page, path: string): Promise<() => Promise<number[]>> {
  await page.addInitScript((watched) => {
    const times: number[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      if (typeof input === 'string' && input.includes(watched)) times.push(Date.now());
      return fetch(input, init);
    };
    Reflect.set(globalThis, 'callTimes', times);
  }, path);
  return () => page.evaluate(() => Reflect.get(globalThis, 'callTimes') as number[]);
}

/** Holds calls back without a response. */
async function holdBack(page: Page, pattern: string): Promise<{ letThrough(): Promise<void> }> {
  const held: Route[] = [];
  await page.route(pattern, (route) => void held.push(route));
  return { letThrough: async () => void (await Promise.all(held.map((route) => route.continue()))) };
}

async function openSheetWith(payer: Payer): Promise<Wallet> {
  const wallet = new Wallet(payer.page);
  await wallet.carry('approve');
  await payer.page.clock.install();
  await openSheet(payer, wallet, '5048213');
  return wallet;
}

async function expectPaidOnce(payer: Payer, device: string): Promise<void> {
  await payer.seeSuccess();
  const orders = await ordersOf(device);
  expect(orders.map(({ state }) => state)).toEqual(['delivered']);
  const orderId = orders[0]?.id ?? '';
  expect(await bookRowsOf(ADYEN, orderId)).toHaveLength(1);
  expect(await readNetCents(ADYEN, orderId)).toBe(499);
  expect(await creditedGems(orderId)).toBe(540);
}

test(
  '[WAL-02] [WAL-08] an Apple Pay merchant session without a response is requested again after 15 s, and given up after another 15 s',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    const readCallTimes = await watchCalls(page, 'adyen_apple_pay_session_data');
    await holdBack(page, SESSION);
    await page.route(CREATE, async (route) => {
      await stopClock(page);
      await route.continue();
    });
    await page.clock.install();
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await wallet.choose();
    await payer.pressFor('pay-wallet', 'apple-sheet');
    await expect.poll(async () => (await readCallTimes()).length).toBe(1);
    const problem = page.getByTestId('wallet-problem');
    await goOnUntil(page, 60_000, () => problem.isVisible());
    const [first = 0, second = 0, ...more] = await readCallTimes();
    expect(second - first).toBeGreaterThanOrEqual(15_000);
    expect((await nowIn(page)) - second).toBeGreaterThanOrEqual(15_000);
    expect(more).toEqual([]);
    await expect(problem).toContainText(arabicWord('err.walletSession'));
    await expect(wallet.sheet).toHaveCount(0);
    await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('cancelled');
  },
);

test(
  'when the server does not respond within Apple Pay’s 30 s the sheet completes, and the page waits until it can show paid',
  { tag: '@phone' },
  async ({ page, payer, device, letTimePass, picture }) => {
    const { letThrough } = await holdBack(page, VERIFY);
    const wallet = await openSheetWith(payer);
    await wallet.agree();
    await letTimePass(payer.result);
    await payer.seeOutcome('pending');
    expect((await wallet.done())[0]?.slice(1)).toEqual(['validated', 'authorised', 'success']);
    await picture('wallet-after-30-s');
    await letThrough();
    await letTimePass(page.getByTestId('paid-with'));
    await expectPaidOnce(payer, device);
  },
);

test(
  'when the Apple Pay token never reaches the server, the page says after a minute that nothing was paid',
  { tag: '@phone' },
  async ({ page, payer, device, letTimePass }) => {
    await holdBack(page, VERIFY);
    const wallet = await openSheetWith(payer);
    await wallet.agree();
    await letTimePass(page.locator('[data-testid="result"][data-outcome="fail"]'));
    const [order, ...others] = await ordersOf(device);
    expect([order?.state, others]).toEqual(['cancelled', []]);
    expect(await bookRowsOf(ADYEN, order?.id ?? '')).toEqual([]);
  },
);

test(
  '[WAL-04] an Apple Pay payment still pending when the sheet has closed is polled more slowly, until its result is shown',
  { tag: '@phone' },
  async ({ page, payer, device, complaints, letTimePass }) => {
    complaints.allow(/pay_result_by_order_fast/);
    const readCallTimes = await watchCalls(page, 'pay_result_by_order_fast');
    // A 500 of a reachable API. After a 503 the page would search for another host, which would take time by this clock.
    await page.route(STATUS, (route) => route.fulfill({ status: 500 }));
    const wallet = new Wallet(page);
    await wallet.carry('pending-then-approved');
    await page.clock.install();
    await openSheet(payer, wallet, '5048213');
    await wallet.agree();
    await letTimePass(payer.result);
    await payer.seeOutcome('pending');
    expect((await wallet.done())[0]?.slice(1)).toEqual(['validated', 'authorised', 'success']);
    await stopClock(page);
    // A hundred polls half a second apart, then every four seconds.
    await goOnUntil(page, 130_000, async () => (await readCallTimes()).length > 101);
    const [last = 0, latest = 0] = (await readCallTimes()).slice(100, 102);
    expect(latest - last).toBeGreaterThanOrEqual(3_500);
    expect(latest - last).toBeLessThanOrEqual(10_000);
    await payer.seeOutcome('pending');
    await page.unroute(STATUS);
    await page.clock.resume();
    await letTimePass(page.getByTestId('paid-with'));
    await expectPaidOnce(payer, device);
  },
);

test(
  '[WAL-07] a refused Apple Pay token is reported after 1.2 s, not earlier',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    let answeredAt = Number.NaN;
    await page.route(VERIFY, async (route) => {
      await stopClock(page);
      answeredAt = await nowIn(page);
      await route.fulfill({ json: { ...NOT_AVAILABLE, message: 'no', data: null } });
    });
    const wallet = await openSheetWith(payer);
    await wallet.agree();
    const problem = page.getByTestId('wallet-problem');
    await expect.poll(() => answeredAt).toBeGreaterThan(0);
    await goOnUntil(page, 10_000, () => problem.isVisible());
    // Measured by the page's clock, which was stopped when the response was sent.
    expect((await nowIn(page)) - answeredAt).toBeGreaterThanOrEqual(1_200);
    await expect(problem).toContainText(arabicWord('err.sendFailed'));
    expect((await wallet.done())[0]).toContain('failure');
    await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('cancelled');
  },
);
