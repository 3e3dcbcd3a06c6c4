import { picture as somePicture } from '../../apps/api/src/test/sample-files.ts';
import { arabicWord } from '../arabic-word.ts';
import { database } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { operator } from '../operator.ts';
import { accessibilityProblems, narrow, sidewaysScroll } from '../screens/inspect-screen.ts';

const ORDER = 'JW-7F3K-20481';
const STORY = 'دفعت أمس ولم تصل الجواهر.';
const SIGNED = ['--why', 'looked the order up', '--yes'];

interface Row {
  readonly number: string;
  readonly topic: string;
  readonly content: string;
  readonly contact: string | null;
  readonly order_number: string;
  readonly file_keys: readonly string[];
}

async function reportsOf(device: string): Promise<Row[]> {
  return database()<Row[]>`
    select number, topic, content, contact, order_number, file_keys from feedback_reports where device = ${device}`;
}

test('[FBK-01] [FBK-02] [FBK-03] a payer sends a report with a picture, an operator answers, and only the payer’s device can read it', async ({
  page,
  browser,
  device,
  picture,
}) => {
  test.slow(); // axe inspects every state, and the operator's commands start programs
  await page.goto(`/feedback?order=${ORDER.toLowerCase()}`);
  await expect(page.getByTestId('report-order-filled')).toContainText(ORDER);

  await page.getByTestId('report-send').click();
  await expect(page.getByText(arabicWord('feedback.chooseTopic'))).toBeVisible();
  await expect(page.getByText(arabicWord('feedback.required'))).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture('feedback-faults');

  await page.keyboard.press('Space');
  await page.getByLabel(arabicWord('feedback.content')).fill(STORY);
  await page.getByLabel(arabicWord('feedback.contact')).fill('noura@example.com');
  const file = { name: 'IMG_2041.png', mimeType: 'image/png', buffer: await somePicture('png') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.locator('.slot[data-step=ready] img')).toBeVisible();
  await picture('feedback');

  await page.reload();
  await expect(page.getByLabel(arabicWord('feedback.content'))).toHaveValue(STORY);
  await expect(page.locator('.slot[data-step=ready] img')).toBeVisible();
  await page.getByTestId('report-send').dblclick();
  await expect(page).toHaveURL(/\/feedback-success\?report=FB-/);
  const number = await page.getByTestId('report-number').innerText();
  await expect(page.getByText('noura@example.com')).toBeVisible();
  await expect(page.getByText(arabicWord('feedbackOk.answerHere'))).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture('feedback-success');
  expect(await reportsOf(device)).toMatchObject([
    { number, topic: 'gems-missing', content: STORY, contact: 'noura@example.com', order_number: ORDER },
  ]);
  expect((await reportsOf(device))[0]?.file_keys).toHaveLength(1);

  expect(await operator('feedback', 'show', number)).toContain('noura@example.com');
  await operator('feedback', 'answer', number, '--text', 'وصلت الجواهر الآن.', ...SIGNED);
  await page.goto('/feedback');
  await expect(page.getByLabel(arabicWord('feedback.content'))).toHaveValue('');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByTestId('report-answer')).toHaveText('وصلت الجواهر الآن.');
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture('feedback-answer');

  const stranger = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await stranger.goto(`/feedback-success?report=${number}`);
  await expect(stranger.getByText(arabicWord('feedbackOk.notHereTitle'))).toBeVisible();
  await expect(stranger.getByText('وصلت الجواهر الآن.')).toBeHidden();
  await stranger.close();
});

test(
  '[FBK-01] a report waits offline without losing its text, and after a lost response only one report is stored',
  { tag: '@phone' },
  async ({ page, context, device, complaints, picture }) => {
    complaints.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await narrow(page);
    await page.goto(`/feedback?order=${ORDER}&topic=not-authorised`);
    await page.getByLabel(arabicWord('feedback.content')).fill(STORY);
    await context.setOffline(true);
    await expect(page.getByText(arabicWord('feedback.waitOnline')).first()).toBeVisible();
    await page.getByTestId('report-send').click({ force: true }); // pressing it shows that sending is blocked
    expect(await reportsOf(device)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeNull();
    await picture('feedback-offline');

    await context.setOffline(false);
    let tries = 0;
    await page.route('**/api/feedback/submit/', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch(); // the server receives it, but the page gets no response
      return route.abort();
    });
    await page.getByTestId('report-send').click();
    await expect(page.getByText(arabicWord('feedback.submitFailed'))).toBeVisible();
    await expect(page.getByLabel(arabicWord('feedback.content'))).toHaveValue(STORY);
    expect(await sidewaysScroll(page)).toBeNull();
    await picture('feedback-failed');
    await page.getByTestId('report-send').click();
    await expect(page.getByTestId('report-number')).toBeVisible();
    expect(await sidewaysScroll(page)).toBeNull();
    expect(await reportsOf(device)).toMatchObject([{ topic: 'not-authorised', order_number: ORDER }]);
  },
);
