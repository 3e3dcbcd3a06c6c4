import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { ordersOf } from '../books.ts';
import { journey } from '../journey.ts';
import { arabicIndic, chooseRecipient } from '../payer.ts';
import { PHONE_PX } from '../visitor.ts';

const REFUSED = [
  { displayId: '7719042', word: 'err.20001' },
  { displayId: '7719043', word: 'err.20186' },
  { displayId: '7719044', word: 'err.cancelling' },
  { displayId: '7719045', word: 'err.guest' },
  { displayId: '7719047', word: 'err.source' },
  { displayId: '9999999', word: 'err.noMatch' },
] as const;

async function lookUp(page: Page, typed: string): Promise<void> {
  await page.getByTestId('recipient-id').fill(typed);
  await page.getByTestId('recipient-confirm').click();
}

async function seeComplaint(page: Page, wordId: string): Promise<void> {
  await page.locator('.field-error', { hasText: arabicWord(wordId) }).waitFor();
  expect(await page.getByTestId('recipient-card').count()).toBe(0);
}

/** Only something with a box can be scrolled to and have the focus, and only a browser knows what has one. */
async function seeGap(page: Page, testId: string): Promise<void> {
  const gap = page.getByTestId(testId);
  await expect.poll(() => gap.evaluate((one) => one === document.activeElement)).toBe(true);
  const isInView = () =>
    gap.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
}

/** The end of the page, where whoever has read all of it presses pay. */
function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}

journey(
  '[RCP-03] guest, banned, deactivated, being cancelled, foreign and unknown ids each have their own message',
  'refused-recipients',
  async ({ page }) => {
    await page.goto('/pay');
    for (const { displayId, word } of REFUSED) {
      await lookUp(page, displayId);
      await seeComplaint(page, word);
    }
    expect(new Set(REFUSED.map(({ word }) => arabicWord(word))).size).toBe(REFUSED.length);
    await lookUp(page, '7719042');
    await seeComplaint(page, 'err.20001');
    expect(await page.getByRole('link', { name: arabicWord('err.20001.action') }).getAttribute('href')).toBe(
      '/fines',
    );
  },
);

journey(
  '[RCP-04] a ludo account cannot be recharged through this link',
  'ludo-recipient',
  async ({ page }) => {
    await page.goto('/pay');
    await lookUp(page, '7719046');
    await seeComplaint(page, 'err.ludo');
  },
);

journey('an id that cannot be one is not even looked up', 'impossible-id', async ({ page }) => {
  let lookUps = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/web/check_display_id/')) lookUps += 1;
  });
  await page.goto('/pay');
  await lookUp(page, arabicIndic('5048'));
  await seeComplaint(page, 'search.min');
  await lookUp(page, 'abcdef');
  await seeComplaint(page, 'search.digitsOnly');
  expect(lookUps).toBe(0);
});

journey(
  '[RCP-05] paying without a recipient stops with "target not found" and what to do',
  'no-recipient',
  async (visitor) => {
    const { page, device } = visitor;
    await page.goto('/pay');
    await page.getByTestId('pack-499').click();
    await scrollToEnd(page);
    await page.getByTestId('pay-now').click();
    await page.locator('.toast', { hasText: arabicWord('err.targetNotFound') }).waitFor();
    await seeGap(page, 'recipient-id');
    expect(new URL(page.url()).pathname).toBe('/pay');
    expect(await ordersOf(await device())).toEqual([]);
  },
);

journey('paying without a pack says so and goes to the packs', 'no-pack', async ({ page }) => {
  await page.goto('/pay');
  await chooseRecipient(page, '5048213');
  await page.getByTestId('pack-99').waitFor();
  await scrollToEnd(page);
  await page.getByTestId('pay-now').click();
  await page.locator('.toast', { hasText: arabicWord('packs.selectFirst') }).waitFor();
  await seeGap(page, 'pack-99');
});

journey(
  '[RCP-02] the search screen shows the hint and everybody chosen before',
  'search-sheet',
  async ({ page }) => {
    await page.goto('/pay');
    await chooseRecipient(page, '5048213');
    await page.getByTestId('recipient-change').click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    expect(await sheet.innerText()).toContain(arabicWord('search.tooltip'));
    expect(await sheet.getByTestId('history-recipient').innerText()).toContain('5048213');
    await sheet.getByTestId('recipient-id').fill('3310457');
    await sheet.getByTestId('recipient-confirm').click();
    await page.locator('[data-testid="recipient-card"][data-display-id="3310457"]').waitFor();
    await page.getByTestId('recipient-change').click();
    await sheet.waitFor();
    expect(await sheet.getByTestId('history-recipient').allInnerTexts()).toEqual([
      expect.stringContaining('3310457'),
      expect.stringContaining('5048213'),
    ]);
  },
);

journey(
  'an id typed on the start page opens the pay screen with the person on it',
  'home-to-pay',
  async ({ page }) => {
    await page.goto('/');
    await page.locator('.hero input').pressSequentially(arabicIndic('6127733'));
    await page.locator('.hero button[type=submit]').click();
    await page.waitForURL('**/pay');
    await page.locator('[data-testid="recipient-card"][data-display-id="6127733"]').waitFor();
  },
);

for (const [path, form] of [
  ['/pay', 'form:has([data-testid="recipient-confirm"])'],
  ['/', '.hero form'],
] as const) {
  journey(
    `an id typed and confirmed on ${path} before the app is awake is neither lost nor cut`,
    path === '/' ? 'home-before-awake' : 'pay-before-awake',
    async ({ page }) => {
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
      await page.locator(`${form} button[type=submit]`).click();
      wakeUp();
      await page.locator('[data-testid="recipient-card"][data-display-id="6127733"]').waitFor();
    },
    { widths: [PHONE_PX] },
  );
}
