import { orderNumber, type OrderId } from '@jawhara/domain';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { database, letMinutesPass, newAccount } from '../books.ts';
import { test } from '../fixtures.ts';
import { LoginPage, newOwner, otherDevice, sessions, type Owner } from '../login-page.ts';
import { Payer } from '../payer.ts';
import { wordIn } from '../word-in.ts';

const REPETITIONS = 5;
const PRICE = 499;

/** The page's sentence in Arabic. */
const word = (id: string): string => wordIn('ar', id);

interface Placed {
  readonly id: OrderId;
  readonly repeat_of: OrderId | null;
}

async function ordersFor(recipientId: number): Promise<Placed[]> {
  return database()<Placed[]>`
    select id, repeat_of from orders where recipient_account_id = ${recipientId} order by id`;
}

/** Types everything for a purchase; only the pay button is not pressed yet. */
async function standAtConfirm(page: Page, displayId: string): Promise<Payer> {
  const payer = new Payer(page);
  await payer.comeToFields(displayId, PRICE);
  await payer.fillCard('approve');
  return payer;
}

/** Opens the same purchase in another tab of the device and types the card; only the pay button is not pressed yet. */
async function standInOtherTab(context: BrowserContext): Promise<Payer> {
  const payer = new Payer(await context.newPage());
  await payer.page.goto('/pay-step?step=card');
  await payer.fillCard('approve');
  return payer;
}

/** A signed-in payer types everything for a purchase for their own account; only the pay button is not pressed yet. */
async function standSignedIn(page: Page): Promise<Payer> {
  const payer = new Payer(page);
  await page.goto(payer.provider.link);
  await payer.choosePack(PRICE);
  await payer.openFields();
  await payer.fillCard('approve');
  return payer;
}

const question = (page: Page) => page.getByTestId('same-again');

/** Both payers press pay in the same second: one pays, the other is asked to confirm. */
async function pressTogether(payers: readonly [Payer, Payer]): Promise<{ paid: Payer; questioned: Payer }> {
  await Promise.all(payers.map((payer) => payer.confirm()));
  for (const { page, result } of payers) await expect(result.or(question(page)).first()).toBeVisible();
  const [first, second] = payers;
  const [paid, questioned] = (await question(second.page).isVisible()) ? [first, second] : [second, first];
  await paid.seeSuccess();
  await expect(question(questioned.page)).toBeVisible();
  return { paid, questioned };
}

async function signIn(page: Page, owner: Owner): Promise<void> {
  const login = new LoginPage(page, 'ar');
  await login.open(`/?ticket=${await makeTicket(sessions(), owner.accountId)}`);
  const pageReload = page.waitForEvent('load');
  await page.getByRole('button', { name: login.word('dlg.login.yes') }).click();
  await pageReload;
  await expect(login.chip(owner)).toBeVisible();
}

for (let nth = 1; nth <= REPETITIONS; nth += 1) {
  test(
    `[ORD-20] two tabs pay one purchase at once, try ${nth} of ${REPETITIONS}: one order, and a second only if confirmed`,
    { tag: '@phone' },
    async ({ page, context, picture }) => {
      const { id, displayId } = await newAccount('Hessa');
      const payers = [await standAtConfirm(page, displayId), await standInOtherTab(context)] as const;
      const { paid, questioned } = await pressTogether(payers);
      expect(await ordersFor(id)).toHaveLength(1);
      await expect(question(questioned.page)).toContainText(word('dup.fromTab'));
      await expect(question(questioned.page)).toContainText(orderNumber(paid.orderId as OrderId));
      await picture('same-again-tab', questioned.page);
      await questioned.page.getByTestId('pay-once-more').click();
      await questioned.seeSuccess();
      expect(await ordersFor(id)).toEqual([
        { id: paid.orderId, repeat_of: null },
        { id: questioned.orderId, repeat_of: paid.orderId },
      ]);
    },
  );

  test(
    `[ORD-20] two devices of an account pay one purchase, try ${nth} of ${REPETITIONS}: one order, a second only if confirmed`,
    { tag: '@phone' },
    async ({ page, context, picture }) => {
      const owner = await newOwner('Salem');
      await signIn(page, owner);
      const other = await otherDevice(context, page);
      await signIn(other, owner);
      const payers = [await standSignedIn(page), await standSignedIn(other)] as const;
      const { paid, questioned } = await pressTogether(payers);
      expect(await ordersFor(owner.accountId)).toHaveLength(1);
      await expect(question(questioned.page)).toContainText(word('dup.fromDevice'));
      await picture('same-again-device', questioned.page);
      await questioned.page.getByTestId('pay-once-more').click();
      await questioned.seeSuccess();
      expect((await ordersFor(owner.accountId)).map(({ repeat_of }) => repeat_of)).toEqual([
        null,
        paid.orderId,
      ]);
      await other.context().close();
    },
  );
}

test(
  '[ORD-20] the same purchase again opens a dialog, which can lead to the earlier order; after ten minutes it opens none',
  { tag: '@phone' },
  async ({ page, context }) => {
    const { id, displayId } = await newAccount('Hessa');
    const first = await standAtConfirm(page, displayId);
    const second = await standInOtherTab(context);
    await first.confirm();
    await first.seeSuccess();
    await second.confirm();
    await expect(question(second.page)).toBeVisible();
    await second.page.keyboard.press('Escape');
    await expect(question(second.page)).toBeHidden();
    await expect(second.confirmButton).toBeEnabled();
    await second.confirm();
    await second.page.getByTestId('see-earlier-order').click();
    await second.seeSuccess();
    expect(second.orderId).toBe(first.orderId);
    expect(await ordersFor(id)).toHaveLength(1);

    await letMinutesPass(first.orderId, 10);
    const later = await standInOtherTab(context);
    await later.confirm();
    await later.seeSuccess();
    expect(await ordersFor(id)).toHaveLength(2);
  },
);

test(
  '[ORD-20] [RES-01] after the repeat button of a result page the same purchase needs no confirmation',
  { tag: '@phone' },
  async ({ page }) => {
    const { id, displayId } = await newAccount('Hessa');
    const payer = await standAtConfirm(page, displayId);
    await payer.confirm();
    await payer.seeSuccess();
    const paid = payer.orderId;
    await page.getByTestId('result-repeat-same-amount').click();
    await payer.pressFor('pay-now', 'confirm-payment');
    await payer.fillCard('approve');
    await payer.confirm();
    await payer.seeSuccess();
    expect((await ordersFor(id)).map(({ repeat_of }) => repeat_of)).toEqual([null, paid]);
  },
);
