import type { Page } from '@playwright/test';
import { ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';

const MAIN = 'http://main.example';
const THEIRS = 'http://evil.example';

/** Writes the address of the deployment's main site into the page's script, as the build would. */
async function buildFor(page: Page, mainSite: string): Promise<void> {
  await page.route(/\/assets\/after-first-paint-[^/]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const script = (await answer.text()).replace(/(\(location,)null(,Date\.now\(\)\))/, `$1"${mainSite}"$2`);
    expect(script).toContain(mainSite);
    await route.fulfill({ response: answer, body: script });
  });
}

/** A call of every start-up, after any redirect. */
const START_UP = /\/api\/(?:sys\/batch_request|timeline\/position)\/$/;

/** Opens an address and waits until the page has decided to stay. */
async function open(page: Page, address: string): Promise<void> {
  const started = page.waitForRequest(START_UP);
  await page.goto(address);
  await started;
}

const here = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return `${pathname}${search}${hash}`;
};

test(
  '[APP-08] a visitor is redirected once to the deployment’s main site with path and query, unless the link has stay_are',
  { tag: '@phone' },
  async ({ page, complaints }) => {
    complaints.allow(/left the machine: http:\/\/main\.example\//);
    await buildFor(page, MAIN);
    let visits = 0;
    await page.route(`${MAIN}/**`, (route) => {
      visits += 1;
      const back = new URL(page.url()).origin;
      const { pathname, search } = new URL(route.request().url());
      // The main site redirects back once, which is the worst case: two deployments that redirect to each other.
      const script = `<script>location.replace(${JSON.stringify(`${back}${pathname}${search}`)})</script>`;
      return route.fulfill({ contentType: 'text/html', body: visits === 1 ? script : 'main' });
    });
    await open(page, '/pay?stay_are=1');
    expect([here(page), visits]).toEqual(['/pay?stay_are=1', 0]);

    const reached = page.waitForURL(`${MAIN}/pay?from=x&room_id=7`);
    await page.goto('/pay?from=x&room_id=7', { waitUntil: 'commit' });
    await reached;
    await page.waitForRequest(START_UP);
    await expect(page.getByTestId('pay-now')).toBeVisible();
    expect([here(page), visits]).toEqual(['/pay?from=x&room_id=7', 1]);
  },
);

test(
  '[APP-21] a link with anti_ban opens the fine of the account in the parameter, and ignores a value that is no account id',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/pay?anti_ban=5048213', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/fines\?fine=5048213$/);
    await expect(page.locator('main.page')).toBeVisible();
    await open(page, '/pay?anti_ban=javascript:alert(1)');
    expect(new URL(page.url()).pathname).toBe('/pay');
  },
);

test(
  '[APP-04] a ticket in the hash is removed from the address; a link by which a provider sends the payer back opens the order',
  { tag: '@phone' },
  async ({ page, complaints }) => {
    // The ticket and the order do not exist.
    complaints.allow(/status of 40\d/);
    await open(page, '/pay#ticket=no-such-ticket&zp_show=1');
    expect(here(page)).toBe('/pay#zp_show=1');

    const order = '018f2f9e-0000-7000-8000-000000000001';
    const returned = page.waitForURL(`/pay-step?step=returned&order_id=${order}`);
    await page.goto(`/recharge-list?zp_orderid=${order}&zp_h5deviceid=device-7#zp_show=1&pageinfo=broken%7B`);
    await returned;
    expect(await page.evaluate(() => localStorage.getItem('jawhara.h5_device_id'))).toBe('"device-7"');
  },
);

const deep = `a${'[b]'.repeat(2_000)}=1`;
const giant = Array.from({ length: 1_500 }, (_, index) => `p${index}=1`).join('&');
const HOSTILE = [
  ['a foreign api_base', `?api_base=${encodeURIComponent(THEIRS)}&session_key=${'a'.repeat(64)}`],
  ['a foreign debug server', `?is_debug=1&api_base=//evil.example&bundle_id=__proto__`],
  ['javascript: addresses', `?redirect_from=javascript:alert(1)&from=javascript:alert(1)&lan=javascript:`],
  [
    'addresses of another host',
    `?redirect_from=${THEIRS}&return=${THEIRS}&next=//evil.example&jump=${THEIRS}`,
  ],
  ['deeply nested parameters', `?${deep}`],
  ['a query of 1500 parameters', `?${giant}`],
  ['a broken pageinfo', '#zp_show=1&pageinfo=%7B%22a%22%3A'],
  ['a hostile pageinfo', '#pageinfo={"__proto__":{"isAdmin":true},"url":"http://evil.example?x"}'],
  ['HTML markup', '?from=%3Cimg%20src=x%20onerror=alert(1)%3E&uuid=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['broken percent-encoding', '?uuid=%ff%fe%&open_id=%00&act_from=%E0%A4%A'],
] as const;

for (const [what, link] of HOSTILE) {
  test(
    `[APP-17] [APP-05] a link with ${what} opens the page as usual; its content runs no script and no other host is contacted`,
    { tag: '@phone' },
    async ({ page, complaints }) => {
      // Our own server refuses an unknown key.
      complaints.allow(/status of 40\d/);
      page.on('dialog', () => complaints.messages.push('something of the link ran'));
      await open(page, `/pay${link}`);
      await expect(page.getByTestId('pay-now')).toBeVisible();
      await expect(page.getByTestId('pack-499')).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/pay');
      expect(page.url()).not.toContain('session_key');
    },
  );
}

test(
  '[APP-21] the parameters of the opening link are sent with the order',
  { tag: '@phone' },
  async ({ page, payer }) => {
    await open(page, '/pay?mock=1&uuid=device-of-analytics&stay_are=1');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await payer.openFields();
    await payer.fillCard('approve');
    const placing = page.waitForRequest('**/api/order/create_coin_pay/');
    await payer.confirm();
    expect((await placing).postDataJSON()).toMatchObject({
      mock: '1',
      uuid: 'device-of-analytics',
      source: 1,
    });
    // The parameter mock has no effect: the card was charged and the gems were credited as usual.
    await payer.seeSuccess();
  },
);

test(
  '[APP-09] a window resized across 800 px during a purchase keeps step and choices, and one order is paid',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('5048213', 999);
    const address = here(page);
    const choices = () =>
      page.evaluate(() =>
        ['chosen_amount', 'recipient', 'last_pay_type', 'step_card'].map((key) =>
          localStorage.getItem(`jawhara.${key}`),
        ),
      );
    const before = await choices();

    const crossed = page.waitForEvent('load');
    await page.setViewportSize({ width: 1_000, height: 800 });
    await crossed;
    await expect(page.locator('body')).toContainClass('pc');
    await payer.seeFields();
    expect([here(page), await choices()]).toEqual([address, before]);
    await expect(page.locator('main').first()).toContainText('$9.99');
    await picture('crossed-to-pc');

    const back = page.waitForEvent('load');
    await page.setViewportSize({ width: 360, height: 780 });
    await back;
    await expect(page.locator('body')).not.toContainClass('pc');
    await payer.payByCard('approve');
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
  },
);

test(
  '[APP-09] a window resized across 800 px during the bank check returns to the bank, and one order is paid',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    await payer.comeToFields('3310457', 499);
    await payer.payByCard('challenge');
    await payer.seeBank();
    const crossed = page.waitForEvent('load');
    await page.setViewportSize({ width: 1_000, height: 800 });
    await crossed;
    await payer.seeBank();
    await payer.answerBank(true);
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
  },
);
