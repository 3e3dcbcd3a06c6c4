import { errorMessage } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { SCENARIOS, type ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { newAccount, orderEnds, type FreshAccount } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { LoginPage, sessions } from '../login-page.ts';
import type { Payer } from '../payer.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { chargeBack } from '../sandbox.ts';

/** A card that no other journey saves: after a chargeback its fingerprint is blocked on every device. */
const DISPUTED: ScenarioKey = 'approve-mastercard';
const SAVED_METHOD = `method-${SCENARIOS[DISPUTED].number.slice(-4)}`;
/** The card that pays the fines. A guest saves it, because a banned account is signed out and cannot use its saved cards. */
const FINE_CARD: ScenarioKey = 'frictionless';
const VISITOR_METHOD = `method-${SCENARIOS[FINE_CARD].number.slice(-4)}`;
const PACK = { gems: 320, cents: 299 };

async function becomes(account: FreshAccount, status: string): Promise<void> {
  await expect.poll(() => account.status()).toBe(status);
}

/** Buys for the own account; returns the order id. */
async function buyForOneself(
  payer: Payer,
  account: FreshAccount,
  savedCardState: 'none' | 'chosen' | 'listed',
): Promise<string> {
  await payer.page.goto('/pay');
  await expect(payer.page.getByTestId('recipient-card')).toContainText(account.displayId);
  await payer.choosePack(PACK.cents);
  if (savedCardState !== 'none') {
    // The saved card's row may appear later than the new card's. It is preselected unless another card paid last.
    await expect(payer.page.getByTestId(SAVED_METHOD)).toBeVisible();
    if (savedCardState === 'chosen') await expect(payer.page.getByTestId(SAVED_METHOD)).toBeChecked();
    await payer.page.getByTestId('method-new-card').click();
    await expect(payer.page.getByTestId('method-new-card')).toBeChecked();
  }
  await payer.openFields();
  await payer.payByCard(DISPUTED);
  await payer.seePaid(DISPUTED, PACK);
  return payer.orderId;
}

async function fineShown(payer: Payer, account: FreshAccount): Promise<number> {
  await payer.page.goto(`/fines?fine=${account.displayId}`);
  return amountIn(await payer.page.getByTestId('fine-amount').innerText());
}

const amountIn = (text: string): number => Number(/\d+(?:\.\d+)?/.exec(text.replaceAll(',', ''))?.[0]);

async function seeUnbanned(payer: Payer, account: FreshAccount): Promise<void> {
  await payer.seeOutcome('success');
  await payer.seeTracker(['done', 'done', 'done']);
  expect(await account.status()).toBe('normal');
}

test(
  '[FIN-01] [FIN-02] [FIN-03] a chargeback bans the account; each further one doubles the fine, and paying it lifts the ban',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    test.slow(); // five payments
    const account = await newAccount('Latifa');
    const signIn = async () => {
      const key = await openSession(sessions(), accountId(account.id), 'app');
      await new LoginPage(page, 'ar').openWithKey('/pay', key);
    };
    await signIn();
    const first = await buyForOneself(payer, account, 'none');
    await payer.rememberCard();
    const second = await buyForOneself(payer, account, 'chosen');

    await chargeBack(CHECKOUT_COM, first);
    await becomes(account, 'banned');
    const once = await fineShown(payer, account);

    // The second chargeback arrives while the owner looks at the first fine.
    await chargeBack(CHECKOUT_COM, second);
    await expect
      .poll(async () => (await orderEnds(device)).map(([, , state]) => state))
      .toEqual(['charged-back', 'charged-back']);
    await page.getByTestId('pay-now').click();
    await expect(page.getByTestId('fine-changed')).toBeVisible();
    await picture('fine-raised');
    await page.getByTestId('fine-agree').click();
    expect(amountIn(await page.getByTestId('fine-amount').innerText())).toBe(2 * once);

    await page.getByTestId('method-new-card').click();
    await payer.openFields();
    await payer.payByCard(FINE_CARD);
    await seeUnbanned(payer, account);
    await payer.rememberCard();

    await signIn();
    const third = await buyForOneself(payer, account, 'listed');
    await chargeBack(CHECKOUT_COM, third);
    await becomes(account, 'banned');
    expect(await fineShown(payer, account)).toBe(4 * once);
    await page.getByTestId(VISITOR_METHOD).click();
    await payer.pressFor('pay-now', 'kept-card');
    await payer.provider.typeCvv(page);
    await payer.confirm();
    await seeUnbanned(payer, account);
    await picture('fine-paid-by-saved-card');
    expect((await orderEnds(device)).map(([cents, , state]) => [cents, state])).toEqual([
      [PACK.cents, 'charged-back'],
      [PACK.cents, 'charged-back'],
      [2 * once * 100, 'delivered'],
      [PACK.cents, 'charged-back'],
      [4 * once * 100, 'delivered'],
    ]);
  },
);

test(
  '[ORD-14] after a chargeback by a payer who is not the recipient the recipient is not banned, and the payer cannot buy again',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const account = await newAccount('Munira');
    await payer.comeToFields(account.displayId, PACK.cents);
    await payer.payByCard(DISPUTED);
    await payer.seePaid(DISPUTED, PACK);
    await chargeBack(CHECKOUT_COM, payer.orderId);
    await expect.poll(async () => (await orderEnds(device))[0]?.[2]).toBe('charged-back');
    expect(await account.status()).toBe('normal');
    await page.goto(`/fines?fine=${account.displayId}`);
    await expect(page.getByTestId('nothing-to-pay')).toBeVisible();

    await page.goto('/pay');
    await payer.choosePack(PACK.cents);
    await payer.openFields();
    await payer.payByCard('frictionless');
    // The page shows the error message within a sentence, without the message's own full stop.
    const why = errorMessage('payer-restricted', 'ar').replace(/\.$/, '');
    await expect(page.getByText(why)).toBeVisible();
    expect(await orderEnds(device)).toHaveLength(1);
  },
);
