import type { Page } from '@playwright/test';
import { arabicWord } from '../arabic-word.ts';
import { ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { arabicIndic } from '../payer.ts';
import { seeToast } from '../toasts.ts';

const REFUSED = [
  { displayId: '7719043', word: 'err.20186' },
  { displayId: '7719044', word: 'err.cancelling' },
  { displayId: '7719045', word: 'err.guest' },
  { displayId: '7719047', word: 'err.source' },
  { displayId: '9999999', word: 'err.noMatch' },
] as const;

async function lookUp(page: Page, typed: string): Promise<void> {
  await page.getByTestId('recipient-id').fill(typed);
}

async function seeComplaint(page: Page, wordId: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: arabicWord(wordId) })).toBeVisible();
  await expect(page.getByTestId('recipient-card')).toHaveCount(0);
}

/** Checks that the missing field was scrolled to and focused. Only a real browser computes where elements are. */
async function seeGap(page: Page, testId: string): Promise<void> {
  const gap = page.getByTestId(testId);
  await expect(gap).toBeFocused();
  await expect(gap).toBeInViewport({ ratio: 1 });
}

/** Scrolls to the end of the page, where a payer who has read all of it presses pay. */
function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}

test(
  '[RCP-03] guest, banned, deactivated, cancelled, foreign and unknown ids each have their own message',
  { tag: '@phone' },
  async ({ page, picture }) => {
    await page.goto('/pay');
    for (const { displayId, word } of REFUSED) {
      await lookUp(page, displayId);
      await seeComplaint(page, word);
    }
    expect(new Set(REFUSED.map(({ word }) => arabicWord(word))).size).toBe(REFUSED.length);
    await lookUp(page, '7719042');
    await expect(page.getByTestId('refused-recipient')).toContainText(arabicWord('err.bannedUntil.fine'));
    const way = page.getByRole('link', { name: arabicWord('err.20001.action') });
    await expect(way).toHaveAttribute('href', '/fines?fine=7719042');
    await picture('refused-recipients');
  },
);

test(
  '[RCP-04] the id of an account of the Ludo app is refused with its own message',
  { tag: '@phone' },
  async ({ page, picture }) => {
    await page.goto('/pay');
    await lookUp(page, '7719046');
    await seeComplaint(page, 'err.ludo');
    await picture('ludo-recipient');
  },
);

test(
  'an id that is too short or has letters shows a message and is not looked up',
  { tag: '@phone' },
  async ({ page, picture }) => {
    let lookUps = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/web/check_display_id/')) lookUps += 1;
    });
    await page.goto('/pay');
    await lookUp(page, arabicIndic('5048'));
    // A hint while typing, an error once the field has lost the focus.
    await page.getByTestId('recipient-id').blur();
    await seeComplaint(page, 'search.min');
    await lookUp(page, 'abcdef');
    await expect(page.getByText(arabicWord('search.cleaned'))).toBeVisible();
    expect(lookUps).toBe(0);
    await picture('impossible-id');
  },
);

test('[RCP-05] pay pressed without a recipient focuses the id field and shows an error that asks for the id', async ({
  page,
  device,
  picture,
}) => {
  await page.goto('/pay');
  await page.getByTestId('pack-499').click();
  await scrollToEnd(page);
  await page.getByTestId('pay-now').click();
  await expect(page.getByRole('alert').filter({ hasText: arabicWord('search.empty') })).toBeVisible();
  await seeGap(page, 'recipient-id');
  await expect(page).toHaveURL('/pay');
  expect(await ordersOf(device)).toEqual([]);
  await picture('no-recipient');
});

test(
  'pay pressed without a pack shows a message and leads to the packs',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await expect(page.getByTestId('pack-99')).toBeVisible();
    await scrollToEnd(page);
    await page.getByTestId('pay-now').click();
    await seeToast(page, arabicWord('packs.selectFirst'));
    await seeGap(page, 'pack-99');
    await picture('no-pack');
  },
);

test('[RCP-02] the recipient search shows its hint and all recipients chosen before', async ({
  page,
  payer,
  picture,
}) => {
  await page.goto('/pay');
  await payer.chooseRecipient('5048213');
  // With nobody else to choose from, "change" is the only way to another account.
  await expect(page.getByTestId('recipient-other')).toHaveCount(0);
  await payer.chooseAnother('3310457');
  await page.getByTestId('recipient-other').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText(arabicWord('search.tooltip'));
  await expect(sheet.getByTestId('history-recipient')).toContainText(['3310457', '5048213']);
  await sheet.getByTestId('recipient-id').fill('6127733');
  await expect(page.locator('[data-testid="recipient-card"][data-display-id="6127733"]')).toBeVisible();
  await page.getByTestId('recipient-other').click();
  await expect(sheet).toBeVisible();
  await expect(sheet.getByTestId('history-recipient')).toContainText(['6127733', '3310457', '5048213']);
  await picture('search-sheet');
});

test('an id typed on the start page opens the pay screen with that recipient', async ({ page, picture }) => {
  await page.goto('/');
  await page.locator('.hero input').pressSequentially(arabicIndic('6127733'));
  await page.locator('.hero button[type=submit]').click();
  await expect(page).toHaveURL('/pay');
  await expect(page.locator('[data-testid="recipient-card"][data-display-id="6127733"]')).toBeVisible();
  await picture('home-to-pay');
});

for (const [path, form] of [
  ['/pay', 'form:has([data-testid="recipient-id"])'],
  ['/', '.hero form'],
] as const) {
  test(
    `an id typed on ${path} before the page is interactive is looked up in full`,
    { tag: '@phone' },
    async ({ page, picture }) => {
      let wakeUp = (): void => undefined;
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await asleep;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator(`${form} input`).pressSequentially(arabicIndic('6127733'));
      // On /pay no press is needed: the recipient appears by itself.
      if (path === '/') await page.locator(`${form} button[type=submit]`).click();
      wakeUp();
      await expect(page.locator('[data-testid="recipient-card"], [data-testid="found-face"]')).toContainText(
        '6127733',
      );
      await picture(path === '/' ? 'home-before-awake' : 'pay-before-awake');
    },
  );
}
