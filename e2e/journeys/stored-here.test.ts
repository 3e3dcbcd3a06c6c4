import type { Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { expect, test } from '../fixtures.ts';
import { LoginPage, newOwner, sessions } from '../login-page.ts';

/** Everything in the page's storage, by key. */
const readStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>);

/** The storage keys that the requirement names, and the text that a signed-in purchase stores under each. */
const NAMED = {
  login: /"session_key":"[0-9a-f]{64}".*"to_display_uid"/,
  login_type: /"ticket"/,
  login_ticket: /".+"/,
  recipient: /"to_uid":\d+/,
  recipient_history: /"to_uid":\d+/,
  last_pay_type: /^\d+$/,
  last_success_pay_type: /^\d+$/,
  last_pay_card: /"src_/,
  last_success_card: /"src_/,
  last_pay_amount: /./,
  last_order_id: /^"[0-9a-f-]{36}"$/,
  nano_id: /^"[\w-]{21}"$/,
  client_id: /^"[0-9a-f]{32}"$/,
  anonymous_id: /^"[0-9a-f]{64}"$/,
  backup_domains: /:\[/,
  performance: /"atMs":\d+/,
  gray_value: /^\d{1,2}$/,
} as const;

test(
  '[APP-12] a signed-in purchase stores every required key under our prefix, and broken stored values do no harm',
  { tag: '@phone' },
  async ({ page, payer }) => {
    const owner = await newOwner('حافظ');
    const login = new LoginPage(page, 'ar');
    await login.open(`/pay?ticket=${await makeTicket(sessions(), owner.accountId)}`);
    const signedIn = page.waitForEvent('load');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: login.word('dlg.login.yes') })
      .click();
    await signedIn;
    // A signed-in visitor pays for their own account until they choose another.
    await expect(page.getByTestId('recipient-card')).toBeVisible();
    await payer.choosePack(999);
    await payer.openFields();
    await payer.payByCard('approve');
    await payer.seeSuccess();
    await payer.rememberCard();

    for (const [key, looks] of Object.entries(NAMED))
      await expect.poll(async () => (await readStorage(page))[`jawhara.${key}`], key).toMatch(looks);
    const before = await readStorage(page);
    expect(Object.keys(before).filter((key) => !key.startsWith('jawhara.'))).toEqual([]);

    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"broken":');
    });
    await page.goto('/pay');
    await payer.chooseRecipient('3310457');
    await expect(page.getByTestId('pack-999')).toBeVisible();
    const after = await readStorage(page);
    expect(after['jawhara.client_id']).toMatch(NAMED.client_id);
    expect(after['jawhara.client_id']).not.toBe(before['jawhara.client_id']);
  },
);
