import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { expect, test } from '../fixtures.ts';
import { LANGUAGES, LoginPage, newOwner, otherDevice, sessions, type Owner } from '../login-page.ts';
import { accessibilityProblems, sidewaysScroll } from '../screens/inspect-screen.ts';
import { tabTo } from '../tab-to.ts';
import { WIDTH_OF_LANGUAGE } from '../one-width.ts';

async function logIn(login: LoginPage, owner: Owner): Promise<void> {
  await login.open(`/?ticket=${await makeTicket(sessions(), owner.accountId)}`);
  const pageReload = login.page.waitForEvent('load');
  await login.page.getByRole('button', { name: login.word('dlg.login.yes') }).click();
  await pageReload;
  await expect(login.chip(owner)).toBeVisible();
}

for (const language of LANGUAGES)
  test(
    `in ${language}, another device and then this one are logged out from the list of sessions by keyboard`,
    { tag: WIDTH_OF_LANGUAGE[language] },
    async ({ page, context }) => {
      const owner = await newOwner('Hessa');
      const here = new LoginPage(page, language);
      await logIn(here, owner);
      const lost = new LoginPage(await otherDevice(context, page), language);
      await logIn(lost, owner);

      await page.goto('/?page=my-data');
      const list = page.getByTestId('sessions');
      await expect(list.getByRole('listitem')).toHaveCount(2);
      await expect(list.getByRole('listitem').first()).toContainText(here.word('data.sessionThis'));
      await expect(list.getByRole('listitem').last()).toContainText('Chrome');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeNull();

      const logOutThere = list.getByRole('listitem').last().getByRole('button');
      await tabTo(page, logOutThere);
      await page.keyboard.press('Enter');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list.getByRole('heading')).toBeFocused();
      await lost.page.reload();
      await lost.seeNobody();
      await lost.page.context().close();

      const pageReload = page.waitForEvent('load');
      await list.getByRole('button').click();
      await pageReload;
      await page.goto('/');
      await here.seeNobody();
    },
  );
