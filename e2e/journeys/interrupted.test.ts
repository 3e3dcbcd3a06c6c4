import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { journey } from '../journey.ts';
import { holdClock, letTimePass } from '../page-clock.ts';
import {
  cardFields,
  comeToCard,
  confirmButton,
  fillCard,
  orderIdOf,
  passBank,
  payByCard,
  result,
  seeBank,
  seeGemsArrive,
  seeResult,
} from '../payer.ts';
import { PHONE_PX } from '../visitor.ts';

const CREATE = '**/api/order/create_coin_pay/';
const CUT_OFF = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/;

journey(
  'the page is closed during the bank check: the same link and the start page both lead back to the bank, then to success',
  'closed-at-the-bank',
  async ({ context, page, device }) => {
    await comeToCard(page, '3310457', 499);
    await payByCard(page, 'challenge');
    await seeBank(page);
    const orderId = orderIdOf(page);
    await page.close();

    const linked = await context.newPage();
    await linked.goto(`/pay-step?order_id=${orderId}`);
    await seeBank(linked);
    await linked.close();

    const started = await context.newPage();
    await started.goto('/');
    await started.locator(`a[href="/pay-step?order_id=${orderId}"]`).click();
    await seeBank(started);
    await passBank(started);
    await seeResult(started, 'success');
    await seeGemsArrive(started);
    expect((await ordersOf(await device())).map(({ id, state }) => [id, state])).toEqual([
      [orderId, 'delivered'],
    ]);
  },
);

journey(
  'the bank check ends in another window: the page that waits finds out by itself',
  'finished-elsewhere',
  async ({ context, page }) => {
    await comeToCard(page, '6127733', 299);
    await payByCard(page, 'challenge');
    await seeBank(page);
    const other = await context.newPage();
    await other.goto(`/pay-step?order_id=${orderIdOf(page)}`);
    await passBank(other);
    await seeResult(other, 'success');
    await other.close();
    await seeResult(page, 'success');
    await seeGemsArrive(page);
  },
);

journey(
  'a reload on the result page shows the same result and pays nothing',
  'reload-on-result',
  async (visitor) => {
    const { page, device } = visitor;
    await comeToCard(page, '3310457', 99);
    await payByCard(page, 'approve');
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    const number = await page.getByTestId('order-number').innerText();

    await page.reload();
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    expect(await page.getByTestId('order-number').innerText()).toBe(number);
    const orders = await ordersOf(await device());
    expect(orders.map(({ state }) => state)).toEqual(['delivered']);
    expect(await creditedGems(orders[0]?.id ?? '')).toBe(100);
  },
);

journey(
  'two tabs at the card: the second to confirm is led to the order of the first, and there is one',
  'two-tabs',
  async ({ context, page, device }) => {
    await comeToCard(page, '6127733', 499);
    const other = await context.newPage();
    await other.goto('/pay-step?step=card');
    await cardFields(other).locator('#card-number').waitFor();
    await fillCard(other, 'approve');
    await payByCard(page, 'challenge');
    await seeBank(page);
    await confirmButton(other).click();
    await seeBank(other);
    expect(orderIdOf(other)).toBe(orderIdOf(page));
    expect(await ordersOf(await device())).toHaveLength(1);
  },
  { widths: [PHONE_PX] },
);

journey('ten fast presses on pay are one order', 'ten-presses', async ({ page, device }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/order/create_coin_pay/')) sent += 1;
  });
  await comeToCard(page, '6127733', 499);
  await fillCard(page, 'approve');
  await confirmButton(page).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 5; press += 1) button.click();
    for (let press = 0; press < 5; press += 1) setTimeout(() => button.click(), press);
  });
  await seeResult(page, 'success');
  await seeGemsArrive(page);
  expect(sent).toBe(1);
  const orders = await ordersOf(await device());
  expect(orders.map(({ state }) => state)).toEqual(['delivered']);
  expect(await creditedGems(orders[0]?.id ?? '')).toBe(540);
});

journey(
  'the answer is lost on the way: the page asks again under the same request id, and there is one order',
  'answer-lost-once',
  async ({ page, device }) => {
    const requestIds: (string | undefined)[] = [];
    await page.route(CREATE, async (route) => {
      requestIds.push(route.request().headers()['x-request-id']);
      if (requestIds.length > 1) return route.continue();
      await route.fetch(); // the server has it, the page never hears
      return route.abort();
    });
    await comeToCard(page, '8841206', 999);
    await payByCard(page, 'approve');
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    expect(requestIds.length).toBeGreaterThan(1);
    expect(new Set(requestIds).size).toBe(1);
    expect((await ordersOf(await device())).map(({ state }) => state)).toEqual(['delivered']);
  },
  { mayComplain: CUT_OFF },
);

journey(
  'the connection is lost after the request left, and the page is reloaded: it finds its order, and there is one',
  'answer-lost-and-reloaded',
  async ({ page, device }) => {
    let isServed = false;
    await page.route(CREATE, async (route) => {
      if (!isServed) await route.fetch();
      isServed = true;
      return route.abort();
    });
    await comeToCard(page, '8841206', 299);
    await payByCard(page, 'approve');
    await expect.poll(() => isServed).toBe(true);
    await page.reload();
    await seeResult(page, 'success');
    expect((await ordersOf(await device())).map(({ state }) => state)).toEqual(['delivered']);
  },
  { mayComplain: CUT_OFF },
);

journey(
  'no sending arrives: checking the order sends nothing, and the payer is back at the card with nothing charged',
  'check-does-not-pay',
  async ({ page, device }) => {
    let sent = 0;
    await page.route(CREATE, (route) => {
      sent += 1;
      return route.abort();
    });
    await holdClock(page);
    await comeToCard(page, '8841206', 299);
    await payByCard(page, 'approve');
    await letTimePass(page, result(page));
    await seeResult(page, 'unsure');
    const before = sent;
    await page.unroute(CREATE);
    page.on('request', (request) => {
      if (request.url().includes('/api/order/create_coin_pay/')) sent += 1;
    });
    await page.getByTestId('result-check').click();
    await page.getByText(arabicWord('card.nothingSent')).waitFor();
    expect(sent).toBe(before);
    expect(await ordersOf(await device())).toEqual([]);

    await confirmButton(page).click(); // knowingly, with the card that is still there
    await seeResult(page, 'success');
    expect((await ordersOf(await device())).map(({ state }) => state)).toEqual(['delivered']);
  },
  { widths: [PHONE_PX], mayComplain: CUT_OFF },
);
