import type { Locale } from '@jawhara/domain';
import type { Locator, Page } from '@playwright/test';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';
import { WIDTH_OF_LANGUAGE } from '../one-width.ts';
import type { Payer } from '../payer.ts';
import { placeOrder } from '../shortcut.ts';
import { wordIn } from '../word-in.ts';

const CREATE = '**/api/order/create_coin_pay/';
const STATUS = '**/api/web/pay_result_by_order_fast/**';
/** The moments at which a waiting page is checked, in milliseconds. */
const MOMENTS_MS = [300, 5_000, 28_000, 45_000, 90_000];
const STEP_MS = 2_000;
/** The page reads its clock once a second, so it shows a change up to a second late. */
const TICK_MS = 1_000;
const ORDER_NUMBER = /JW-[0-9A-Z]{4}-[0-9A-Z]{5}/;

/** Every screen shows amount, recipient's name, order number and help. */
async function expectOrder(page: Page, block: Locator): Promise<void> {
  await expect(block).toContainText('$4.99');
  await expect(block).toContainText('نورة');
  await expect(page.locator('body')).toContainText(ORDER_NUMBER);
  await expect(page.getByTestId('help-link').filter({ visible: true })).toBeVisible();
}

/** Stops the page's clock this many milliseconds from now. */
async function stopClockAfter(page: Page, ms: number): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms);
}

/** Advances the stopped clock in small steps, so that every poll is answered as it would be. */
async function advance(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    const answered = page.waitForResponse(STATUS, { timeout: 2_000 }).catch(() => null);
    await page.clock.fastForward(Math.min(STEP_MS, left));
    await answered;
  }
}

/** Advances the stopped clock at once, for screens that do not poll. */
const fastForward = (page: Page, ms: number): Promise<void> => page.clock.fastForward(ms);

/** Calls `look` at each moment of the wait. The page's clock is stopped at the first. */
async function atEachMoment(
  page: Page,
  look: (ms: number) => Promise<void>,
  goOn: (page: Page, ms: number) => Promise<void> = advance,
): Promise<void> {
  let now = MOMENTS_MS[0] ?? 0;
  await stopClockAfter(page, now);
  for (const moment of MOMENTS_MS) {
    const until = moment === now ? now : moment + TICK_MS;
    if (until > now) await goOn(page, until - now);
    now = until;
    await look(moment);
  }
}

const seconds = (ms: number): string => `${ms / 1_000}`.replace('.', '');

async function pressCheck(page: Page, language: Locale): Promise<void> {
  await page.getByTestId('result-check').click();
  await expect(page.getByTestId('result-check')).toHaveText(wordIn(language, 'result.checkingNow'));
}

async function seeAnswer(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(400);
    await expect(page.getByTestId('check-answer')).toContainText(/\d\d:\d\d/, { timeout: 100 });
  }).toPass();
}

for (const language of ['ar', 'en'] as const) {
  // The screens differ by width, so the English journey runs at both widths.
  const tag = language === 'ar' ? [WIDTH_OF_LANGUAGE.ar] : [];
  const say = (id: string): string => wordIn(language, id);

  const comeToFields = async ({ page }: Payer): Promise<void> => {
    await page.goto(`/pay?lan=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  };

  test.describe(`in ${language}`, { tag }, () => {
    test.beforeEach(async ({ page, payer }) => {
      await page.clock.install();
      await comeToFields(payer);
      await payer.chooseRecipient('5048213');
      await payer.choosePack(499);
      await payer.openFields();
    });

    test('while a provider does not respond, the page shows a check in progress, and after 28 s offers another provider', async ({
      page,
      payer,
      picture,
    }) => {
      await payer.fillCard('error-before-charge');
      await payer.confirm();
      await payer.seeOutcome('pending');
      const other = page.getByTestId('other-provider');
      await atEachMoment(page, async (ms) => {
        await expectOrder(page, page.getByTestId('waiting-order'));
        await expect(page.getByTestId('waiting-order')).toContainText(/Visa •••• \d{4}/);
        const sentence =
          ms < 5_000
            ? 'result.checking.received'
            : ms < 28_000
              ? 'result.checking.calm'
              : 'result.checking.other';
        await expect(payer.result).toContainText(say(sentence));
        await expect(other).toHaveCount(ms < 28_000 ? 0 : 1);
        await expect(page.getByTestId('pay-elsewhere')).toHaveCount(ms < 28_000 ? 0 : 1);
        await expect(page.getByTestId('result-check')).toHaveCount(ms < 5_000 ? 0 : 1);
        if (ms >= 28_000) {
          await expect(payer.result).not.toContainText(say('result.checking.calm'));
          await expect(payer.result).toContainText(say('result.pending.leave'));
        }
        await picture(`doubt-${language}-other-${seconds(ms)}`);
      });
    });

    test('while the only provider does not respond, the page shows a check in progress; a pressed check shows its time', async ({
      page,
      payer,
      picture,
    }) => {
      await page.route(STATUS, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: object | null };
        return route.fulfill({
          response,
          json: { ...body, data: body.data && { ...body.data, tried_providers: null } },
        });
      });
      await payer.fillCard('error-before-charge');
      await payer.confirm();
      await payer.seeOutcome('pending');
      await atEachMoment(page, async (ms) => {
        await expectOrder(page, page.getByTestId('waiting-order'));
        await expect(payer.result).toContainText(
          say(ms < 5_000 ? 'result.checking.received' : 'result.checking.calm'),
        );
        await expect(page.getByTestId('other-provider')).toHaveCount(0);
        await picture(`doubt-${language}-calm-${seconds(ms)}`);
      });
      await pressCheck(page, language);
      await seeAnswer(page);
      await picture(`doubt-${language}-checked`);
    });

    test('a payment cancelled at the bank shows that no charge is known, offers a retry, and can be checked', async ({
      page,
      payer,
      picture,
    }) => {
      await payer.fillCard('challenge');
      await payer.confirm();
      await payer.seeBank();
      await page.goBack();
      await page.getByTestId('back-leave').click();
      await payer.seeOutcome('fail');
      await expect(page.getByTestId('money')).toHaveAttribute('data-money', 'none-yet');
      await atEachMoment(
        page,
        async (ms) => {
          await expectOrder(page, page.getByTestId('refused-order'));
          await expect(payer.result).toContainText(say('result.cancelled.money'));
          await expect(page.getByTestId('result-retry')).toHaveClass(/primary/);
          await expect(page.getByTestId('result-check')).toHaveClass(/soft/);
          await picture(`doubt-${language}-cancelled-${seconds(ms)}`);
        },
        fastForward,
      );
      await pressCheck(page, language);
      await seeAnswer(page);
      await picture(`doubt-${language}-cancelled-checked`);
    });

    test('a refusal names the typed card by its last digits, and still does after a reload', async ({
      page,
      payer,
      picture,
    }) => {
      await payer.fillCard('do-not-honour');
      await payer.confirm();
      await payer.seeOutcome('other');
      await expectOrder(page, page.getByTestId('refused-order'));
      await expect(page.getByTestId('refused-order')).toContainText('Visa •••• 9256');
      await page.reload();
      await payer.seeOutcome('other');
      await expect(page.getByTestId('refused-order')).toContainText('Visa •••• 9256');
      await expectOrder(page, page.getByTestId('refused-order'));
      await picture(`doubt-${language}-refused`);
    });

    test('when a payment takes five seconds, the page says that the provider is slow, not the payer’s connection', async ({
      page,
      payer,
      picture,
    }) => {
      await page.route(CREATE, () => undefined);
      await payer.fillCard('approve');
      const sent = page.waitForRequest(CREATE);
      await payer.confirm();
      await sent;
      await page.clock.fastForward(5_000);
      await expect(page.getByText(say('pay.slow'))).toBeVisible();
      await expect(page.getByText(say('net.slow'))).toHaveCount(0);
      await picture(`doubt-${language}-slow`);
    });

    test('a bank page that does not open within eight seconds is reported with the order number, and can be reopened', async ({
      page,
      payer,
      picture,
    }) => {
      await payer.fillCard('challenge');
      let isReachable = false;
      await page.route(`${shop().sandboxUrl}/**`, (route) => {
        if (isReachable || !route.request().isNavigationRequest()) return route.continue();
        return undefined;
      });
      await payer.confirm();
      await expect(page.getByTestId('bank-check')).toBeVisible();
      const failed = page.getByTestId('bank-failed');
      await page.clock.fastForward(8_100);
      await expect(failed).toContainText(say('bank.loadFailed'));
      await expect(failed).toContainText(ORDER_NUMBER);
      await expectOrder(page, page.getByTestId('order-strip').filter({ visible: true }));
      await picture(`doubt-${language}-bank-failed`);
      isReachable = true;
      await page.getByTestId('bank-retry').click();
      await payer.seeBank();
      await payer.answerBank(true);
      await payer.seeSuccess();
    });
  });
}

test(
  'an order pending for 28 seconds offers another provider at once when it is opened again',
  { tag: '@phone' },
  async ({ page, payer }) => {
    const orderId = await placeOrder(page.request, 'error-before-charge');
    await page.clock.install({ time: Date.now() + 28_000 });
    await page.goto(`/pay-step?order_id=${orderId}`);
    await payer.seeOutcome('pending');
    await expect(page.getByTestId('pay-elsewhere')).toBeVisible();
  },
);

test(
  'after the result of a paid order was closed, Back leads to the start page, not to the packs again',
  { tag: '@phone' },
  async ({ page, payer }) => {
    await page.goto('/');
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await payer.openFields();
    await payer.payByCard('approve');
    await payer.seeSuccess();
    await page.getByTestId('result-close').click();
    await expect(page).toHaveURL(/\/pay$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  },
);
