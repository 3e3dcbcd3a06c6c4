import { DEMO, STRIPE, TAP, type ProviderNumber, type PayType } from '@jawhara/domain';
import type { ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { deviceServedBy } from '../channels.ts';
import { expect, test } from '../fixtures.ts';
import type { Payer } from '../payer.ts';
import { readNetCents } from '../sandbox.ts';
import { Wallet } from '../wallet.ts';

interface Channel {
  readonly payType: PayType;
  readonly number: ProviderNumber;
}

/** Channels whose sheets get a merchant session from Apple's own gateway with our certificate. */
const CHANNELS: readonly Channel[] = [
  { payType: 30, number: DEMO },
  { payType: 28, number: STRIPE },
  { payType: 29, number: TAP },
];

/** Buys with Apple Pay from an empty page up to the payer's consent; returns the body of the order request. */
async function payBySheet(payer: Payer, wallet: Wallet, scenario: ScenarioKey): Promise<string> {
  const { page } = payer;
  await wallet.carry(scenario);
  await page.goto('/pay');
  await payer.chooseRecipient('3310457');
  await payer.choosePack(499);
  await wallet.choose();
  const ordered = page.waitForRequest(/create_coin_pay/);
  await payer.pressFor('pay-wallet', 'apple-sheet');
  await wallet.agree();
  return (await ordered).postData() ?? '';
}

for (const { payType, number } of CHANNELS)
  test.describe(`wallet channel ${payType} (28 Stripe, 29 Tap, 30 demo)`, { tag: '@phone' }, () => {
    test.use({ deviceSecret: async ({}, use) => use(deviceServedBy(payType)) });

    test('[TYP-01] [WAL-02] [WAL-03] an Apple Pay payment takes one press and the sheet’s consent, and the gems are credited', async ({
      page,
      payer,
      device,
    }) => {
      const wallet = new Wallet(page);
      expect(await payBySheet(payer, wallet, 'approve')).toMatch(new RegExp(`pay_type\\W+${payType}\\b`));
      await payer.seeSuccess();
      expect((await wallet.done())[0]?.slice(1)).toEqual(['validated', 'authorised', 'success']);
      const [order] = await ordersOf(device);
      expect(await creditedGems(order?.id ?? '')).toBe(540);
      expect(await readNetCents({ number }, order?.id ?? '')).toBe(499);
    });
  });

for (const { payType, number } of CHANNELS.filter((channel) => channel.number !== DEMO))
  test.describe(`wallet channel ${payType} (28 Stripe, 29 Tap, 30 demo)`, { tag: '@phone' }, () => {
    test.use({ deviceSecret: async ({}, use) => use(deviceServedBy(payType)) });

    test('[WAL-05] an Apple Pay payment refused for insufficient funds shows a failure in the sheet, and the reason in the result', async ({
      page,
      payer,
      device,
    }) => {
      const wallet = new Wallet(page);
      await payBySheet(payer, wallet, 'insufficient-funds');
      await payer.seeOutcome('balance');
      expect((await wallet.done())[0]).toContain('failure');
      const [order] = await ordersOf(device);
      expect(order?.state).toBe('refused');
      expect(await readNetCents({ number }, order?.id ?? '')).toBe(0);
    });

    test('[WAL-04] a pending Apple Pay payment is paid in the end, once', async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await payBySheet(payer, wallet, 'pending-then-approved');
      await payer.seeSuccess();
      expect((await wallet.done())[0]?.at(-1)).toBe('success');
      const orders = await ordersOf(device);
      expect(orders).toHaveLength(1);
      expect(await readNetCents({ number }, orders[0]?.id ?? '')).toBe(499);
    });
  });
