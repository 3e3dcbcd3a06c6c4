import type { Page } from '@playwright/test';
import { picture } from '../../apps/api/src/test/sample-files.ts';
import { expect } from '../fixtures.ts';
import { operator } from '../operator.ts';
import { pageWord } from '../page-word.ts';
import { cutOff, unanswered } from './faked-answer.ts';
import { CUT_OFF, type Screen } from './screen-list.ts';

const SUBMIT = '/api/feedback/submit/';
const FORM = '/feedback?order=JW-7F3K-20481&topic=gems-missing';
const STORIES = {
  ar: { reportText: 'دفعت أمس ولم تصل الجواهر.', answer: 'وصلت الجواهر الآن.' },
  en: { reportText: 'I paid yesterday and no gems came.', answer: 'The gems are there now.' },
};
const SIGNED = ['--why', 'looked the order up', '--yes'];

async function storyOf(page: Page): Promise<(typeof STORIES)['ar']> {
  return STORIES[(await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'ar'];
}

async function write(page: Page): Promise<void> {
  await page.goto(FORM);
  const story = await storyOf(page);
  await page.locator('textarea').fill(story.reportText);
  await expect(page.getByRole('radio', { checked: true })).toBeVisible();
}

async function attach(page: Page, ...names: string[]): Promise<void> {
  const buffer = await picture('png');
  const files = names.map((name) => ({ name, mimeType: 'image/png', buffer }));
  await page.locator('input[type=file]').setInputFiles(files);
}

async function sendReport(page: Page): Promise<string> {
  await write(page);
  await page.getByLabel(await pageWord(page, 'feedback.contact')).fill('noura@example.com');
  await page.getByTestId('report-send').click();
  await expect(page.getByTestId('report-number')).toBeVisible();
  return page.getByTestId('report-number').innerText();
}

export const FEEDBACK_SCREENS: readonly Screen[] = [
  {
    name: 'feedback-faults',
    async open({ page }) {
      await page.goto('/feedback');
      await page.getByTestId('report-send').click();
      await expect(page.locator('.field-error').first()).toBeVisible();
    },
  },
  {
    name: 'feedback-written',
    isMain: true,
    async open({ page }) {
      await write(page);
      await attach(page, 'IMG_2041.png');
      await expect(page.locator('.slot[data-step=ready] img')).toBeVisible();
    },
  },
  {
    name: 'feedback-files',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await write(page);
      await attach(page, 'IMG_2041.png');
      await expect(page.locator('.slot[data-step=ready] img')).toBeVisible();
      await cutOff(page, '/api/upload/');
      await attach(page, 'IMG_2042.png');
      await expect(page.locator('.slot[data-step=failed]')).toBeVisible();
      const buffer = Buffer.from('no picture');
      await page
        .locator('input[type=file]')
        .setInputFiles([{ name: 'game.exe', mimeType: 'application/x-msdownload', buffer }]);
      await expect(page.locator('#report-files .field-error')).toBeVisible();
    },
  },
  {
    name: 'feedback-uploading',
    async open({ page }) {
      await write(page);
      await unanswered(page, '/api/upload/');
      await attach(page, 'IMG_2041.png', 'IMG_2042.png', 'IMG_2043.png');
      await expect(page.locator('.slot progress').first()).toBeVisible();
    },
  },
  {
    name: 'feedback-sending',
    async open({ page }) {
      await write(page);
      await unanswered(page, SUBMIT);
      await page.getByTestId('report-send').click();
      await expect(page.getByTestId('report-send')).toHaveAttribute('aria-busy', 'true');
    },
  },
  {
    name: 'feedback-failed',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await write(page);
      await cutOff(page, SUBMIT);
      await page.getByTestId('report-send').click();
      await expect(page.locator('form .note').first()).toBeVisible();
    },
  },
  {
    name: 'feedback-late',
    async open({ page, letTimePass }) {
      await page.clock.install();
      await write(page);
      await unanswered(page, SUBMIT);
      await page.getByTestId('report-send').click();
      await letTimePass(page.locator('form .note', { has: page.locator('use[href*="icon-clock"]') }));
    },
  },
  {
    name: 'feedback-offline',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await write(page);
      await page.context().setOffline(true);
      await expect(page.getByText(await pageWord(page, 'feedback.waitOnline')).first()).toBeVisible();
    },
  },
  { name: 'feedback-sent', isMain: true, open: async ({ page }) => void (await sendReport(page)) },
  {
    name: 'feedback-answered',
    async open({ page }) {
      const number = await sendReport(page);
      const { answer } = await storyOf(page);
      await operator('feedback', 'answer', number, '--text', answer, ...SIGNED);
      await page.reload();
      await expect(page.getByTestId('report-answer')).toHaveText(answer);
    },
  },
  {
    name: 'feedback-with-reports',
    async open({ page }) {
      const number = await sendReport(page);
      await page.goto('/feedback');
      await expect(page.getByRole('link', { name: number })).toBeVisible();
    },
  },
  {
    name: 'feedback-not-here',
    async open({ page }) {
      await page.goto('/feedback-success?report=FB-7F3K-20481');
      await expect(page.getByText(await pageWord(page, 'feedbackOk.notHereTitle'))).toBeVisible();
    },
  },
];
