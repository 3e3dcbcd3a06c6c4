import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { Payer } from '../payer.ts';

const CREATE = '**/api/order/create_coin_pay/';
const CUT_OFF = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/;

test(
  'after the page is closed during the bank check, the link and the start page lead back to the bank',
  { tag: '@phone' },
  async ({ page, context, payer, device, picture }) => {
    await payer.comeToFields('3310457', 499);
    await payer.payByCard('challenge');
    await payer.seeBank();
    const orderId = payer.orderId;
    await page.close();

    const linked = await context.newPage();
    await linked.goto(`/pay-step?order_id=${orderId}`);
    await new Payer(linked).seeBank();
    await linked.close();

    const started = await context.newPage();
    await started.goto('/');
    await started.locator(`a[href="/pay-step?order_id=${orderId}"]`).click();
    const returned = new Payer(started);
    await returned.seeBank();
    await returned.answerBank(true);
    await returned.seeSuccess();
    expect((await ordersOf(device)).map(({ id, state }) => [id, state])).toEqual([[orderId, 'delivered']]);
    await picture('closed-at-the-bank', started);
  },
);

test(
  'when the bank check ends in another window, the waiting page shows the result by itself',
  { tag: '@phone' },
  async ({ context, payer, picture }) => {
    await payer.comeToFields('6127733', 299);
    await payer.payByCard('challenge');
    await payer.seeBank();
    const other = await context.newPage();
    await other.goto(`/pay-step?order_id=${payer.orderId}`);
    const elsewhere = new Payer(other);
    await elsewhere.answerBank(true);
    await elsewhere.seeOutcome('success');
    await other.close();
    await payer.seeSuccess();
    await picture('finished-elsewhere');
  },
);

test(
  'a reload of the result page shows the same result and charges nothing',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('3310457', 99);
    await payer.payByCard('approve');
    await payer.seeSuccess();
    const number = await page.getByTestId('order-number').innerText();

    await page.reload();
    await payer.seeSuccess();
    await expect(page.getByTestId('order-number')).toHaveText(number);
    const orders = await ordersOf(device);
    expect(orders.map(({ state }) => state)).toEqual(['delivered']);
    expect(await creditedGems(orders[0]?.id ?? '')).toBe(100);
    await picture('reload-on-result');
  },
);

test(
  '[ORD-20] paying the same purchase in a second tab opens a dialog that leads to the first tab’s order; one order is made',
  { tag: '@phone' },
  async ({ context, payer, device, picture }) => {
    await payer.comeToFields('6127733', 499);
    const other = new Payer(await context.newPage());
    await other.page.goto('/pay-step?step=card');
    await other.fillCard('approve');
    await payer.payByCard('challenge');
    await payer.seeBank();
    await other.confirmButton.click();
    await picture('two-tabs-asked', other.page);
    await other.page.getByTestId('see-earlier-order').click();
    await other.seeBank();
    expect(other.orderId).toBe(payer.orderId);
    expect(await ordersOf(device)).toHaveLength(1);
    await picture('two-tabs', other.page);
  },
);

test(
  'ten fast presses on pay make one order',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/order/create_coin_pay/')) sent += 1;
    });
    await payer.comeToFields('6127733', 499);
    await payer.fillCard('approve');
    await payer.confirmButton.evaluate((button: HTMLElement) => {
      for (let press = 0; press < 5; press += 1) button.click();
      for (let press = 0; press < 5; press += 1) setTimeout(() => button.click(), press);
    });
    await payer.seeSuccess();
    expect(sent).toBe(1);
    const orders = await ordersOf(device);
    expect(orders.map(({ state }) => state)).toEqual(['delivered']);
    expect(await creditedGems(orders[0]?.id ?? '')).toBe(540);
    await picture('ten-presses');
  },
);

test(
  'an order whose response is lost is sent again with the same request id, and only one order is made',
  { tag: '@phone' },
  async ({ page, payer, device, complaints, picture }) => {
    complaints.allow(CUT_OFF);
    const requestIds: (string | undefined)[] = [];
    await page.route(CREATE, async (route) => {
      requestIds.push(route.request().headers()['x-request-id']);
      if (requestIds.length > 1) return route.continue();
      await route.fetch(); // the server receives it, but the page gets no response
      return route.abort();
    });
    await payer.comeToFields('8841206', 999);
    await payer.payByCard('approve');
    await payer.seeSuccess();
    expect(requestIds.length).toBeGreaterThan(1);
    expect(new Set(requestIds).size).toBe(1);
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
    await picture('answer-lost-once');
  },
);

test(
  'a page reloaded after a lost connection finds its order, and only one order is made',
  { tag: '@phone' },
  async ({ page, payer, device, complaints, picture }) => {
    complaints.allow(CUT_OFF);
    let isServed = false;
    await page.route(CREATE, async (route) => {
      if (!isServed) await route.fetch();
      isServed = true;
      return route.abort();
    });
    await payer.comeToFields('8841206', 299);
    await payer.payByCard('approve');
    await expect.poll(() => isServed).toBe(true);
    await page.reload();
    await payer.seeOutcome('success');
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
    await picture('answer-lost-and-reloaded');
  },
);

test(
  'checking an order that never reached the server places none and charges nothing; the payer is back at the card step',
  { tag: '@phone' },
  async ({ page, payer, device, complaints, picture, letTimePass }) => {
    complaints.allow(CUT_OFF);
    let sent = 0;
    await page.route(CREATE, (route) => {
      sent += 1;
      return route.abort();
    });
    await page.clock.install();
    await payer.comeToFields('8841206', 299);
    await payer.payByCard('approve');
    await letTimePass(payer.result);
    await payer.seeOutcome('unsure');
    const before = sent;
    await page.unroute(CREATE);
    page.on('request', (request) => {
      if (request.url().includes('/api/order/create_coin_pay/')) sent += 1;
    });
    await page.getByTestId('result-check').click();
    await expect(page.getByText(arabicWord('card.nothingSent'))).toBeVisible();
    expect(sent).toBe(before);
    expect(await ordersOf(device)).toEqual([]);

    await payer.confirmButton.click(); // the payer decides to pay again, with the chosen card
    await payer.seeOutcome('success');
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
    await picture('check-does-not-pay');
  },
);
