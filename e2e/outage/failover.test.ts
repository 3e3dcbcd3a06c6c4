import type { APIRequestContext } from '@playwright/test';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, orderEnds } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { Payer } from '../payer.ts';
import { ADYEN } from '../providers/adyen.ts';
import type { CardProvider } from '../providers/card-provider.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { PAYERMAX } from '../providers/payermax.ts';
import { readNetCents, setOutage } from '../sandbox.ts';
import { placeOrder } from '../shortcut.ts';
import { allAreWell, endOutages, failingProviders, freshStart } from './all-are-well.ts';

/** A provider counts as failing after this many calls without a response. */
const FAILURES = 3;

test.beforeEach(freshStart);
test.afterEach(endOutages);

async function breakDown(provider: CardProvider, request: APIRequestContext): Promise<void> {
  await setOutage(provider, { failRate: 1 });
  for (let failure = 0; failure < FAILURES; failure += 1)
    await placeOrder(request, 'approve', provider.number);
  await expect.poll(failingProviders).toEqual([provider.number]);
}

/** The first provider does not respond, and the page offers another one for the same order. */
async function seeAnotherWay(payer: Payer): Promise<string> {
  await setOutage(payer.provider, { failRate: 1 });
  await payer.payByCard('approve');
  await payer.seeOutcome('pending');
  // The page offers it 28 s after the payment.
  await expect(async () => {
    await payer.page.clock.fastForward(2_000);
    await expect(payer.page.getByTestId('pay-elsewhere')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(payer.result).toContainText(arabicWord('result.checking.other'));
  return payer.orderId;
}

/** Pays the same order through another provider, once. */
async function payElsewhere({ page, provider: first }: Payer, other: CardProvider): Promise<void> {
  const payer = new Payer(page, other);
  const orderId = payer.orderId;
  await page.getByTestId('pay-elsewhere').click();
  await payer.payByCard('approve-mastercard');
  await payer.seePaid('approve-mastercard', { gems: 540, cents: 499 });
  expect(payer.orderId).toBe(orderId);
  expect(await readNetCents(first, orderId)).toBe(0);
  expect(await creditedGems(orderId)).toBe(540);
}

for (const [first, other] of [
  [CHECKOUT_COM, PAYERMAX],
  [ADYEN, CHECKOUT_COM],
] as const) {
  test.describe(`provider ${first.number} (13 Checkout.com, 17 Adyen)`, () => {
    test.use({ provider: first });

    test(`an order whose provider does not respond is paid once at another provider, number ${other.number}`, async ({
      payer,
      device,
      picture,
    }) => {
      await payer.page.clock.install();
      await payer.comeToFields('3310457', 499);
      await seeAnotherWay(payer);
      await picture(`${first.number}-another-way`);
      await payElsewhere(payer, other);
      expect(await orderEnds(device)).toEqual([[499, other.number, 'delivered']]);
      await picture(`${first.number}-down-then-failover`);
    });
  });
}

test.describe('with the card fields of PayerMax', () => {
  // The device is offered Adyen and PayerMax. While Adyen fails, PayerMax is tried first.
  test.use({ provider: { ...PAYERMAX, isOfferedAdyen: true } });

  test('an order pending at a failing PayerMax is paid through Adyen, which has recovered', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await breakDown(ADYEN, page.request);
    await page.clock.install();
    await payer.comeToFields('3310457', 499);
    await seeAnotherWay(payer);
    await picture('6-another-way');
    await setOutage(ADYEN, { failRate: 0 });
    await payElsewhere(payer, ADYEN);
    expect((await orderEnds(device)).at(-1)).toEqual([499, ADYEN.number, 'delivered']);
    await picture('6-down-then-failover');
  });
});

test('after three failures of Checkout.com new cards go to PayerMax, and after its recovery to Checkout.com again', async ({
  page,
  payer,
  picture,
}) => {
  await breakDown(CHECKOUT_COM, page.request);
  await new Payer(page, { ...PAYERMAX, link: CHECKOUT_COM.link }).comeToFields('3310457', 499);
  await picture('13-failing');
  await allAreWell();
  await page.goto(CHECKOUT_COM.link);
  await expect(page.getByTestId('pack-499')).toBeVisible();
  await payer.openFields();
  await picture('13-failing-and-well-again');
});
