import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  CAMERA,
  photoWithPlace,
  picture as somePicture,
  readMetadataParts,
  webm,
} from '../../apps/api/src/test/sample-files.ts';
import { PLACE_OF_VIDEO, video } from '../../apps/api/src/test/sample-video.ts';
import { shop } from '../addresses.ts';
import { arabicWord } from '../arabic-word.ts';
import { database } from '../books.ts';
import { expect, test as base } from '../fixtures.ts';
import { Line } from '../line.ts';
import { accessibilityProblems, narrow, sidewaysScroll } from '../screens/inspect-screen.ts';

const MB = 1024 * 1024;
const UPLOAD = '/api/upload/';
/** The upload of 9 MB is halted after these bytes. The browser shows more as sent, because of the buffers at both ends. */
const HALT_BYTES = 256 * 1024;
const STORY = 'دفعت أمس ولم تصل الجواهر.';
const UNREADABLE = 'تعذّرت قراءة الملف. اختر ملفًا آخر.';
/** The first bytes of a Windows program. */
const PROGRAM = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(4_000, 7)]);
const LOST = /ERR_|Failed to load resource/;

const test = base.extend<{ line: Line }>({
  async line({}, use) {
    const line = new Line();
    await line.open();
    await use(line);
    await line.close();
  },
  proxy: ({ line }, use) => use({ server: line.url }),
});

interface UploadRow {
  readonly key: string;
  readonly type: string;
  readonly state: string;
}

async function uploadsOf(device: string): Promise<UploadRow[]> {
  return database()<UploadRow[]>`
    select key, content_type as type, state from uploads where device = ${device} order by created_at, key`;
}

async function filesOfReport(number: string): Promise<string[]> {
  const rows = await database()<{ file_keys: string[] }[]>`
    select file_keys from feedback_reports where number = ${number}`;
  return rows.flatMap(({ file_keys }) => file_keys);
}

const stored = (key: string): string => join(shop().filesDir, key);

/** The feedback form as its user sees it. Names in sentences are enclosed in invisible isolation marks. */
class Form {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async write(): Promise<void> {
    await this.#page.goto('/feedback?topic=gems-missing');
    await this.#page.getByLabel(arabicWord('feedback.content')).fill(STORY);
  }

  async pick(...files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.#page.locator('input[type=file]').setInputFiles(files.map((file) => ({ ...file })));
  }

  slots(step: string): Locator {
    return this.#page.locator(`.slot[data-step=${step}]`);
  }

  button(verb: string, name: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${verb} .*${name}`) });
  }

  async #reads(part: Locator, text: string): Promise<void> {
    const plain = async (): Promise<string> => (await part.innerText()).replaceAll(/[\u2066-\u2069]/g, '');
    await expect.poll(plain).toContain(text);
  }

  /** Checks that the form shows the sentence as an alert, which screen readers announce too. */
  async says(sentence: string): Promise<void> {
    await this.#reads(this.#page.locator('#report-files').getByRole('alert'), sentence);
  }

  async counts(text: string): Promise<void> {
    await this.#reads(this.#page.locator('#report-files'), text);
  }

  /** The progress bar shows that a part was sent. */
  async seePartSent(line: Line): Promise<void> {
    await expect.poll(() => line.halted).toBe(1);
    const bar = this.#page.getByRole('progressbar');
    await expect(bar).toBeVisible();
    const value = (): Promise<number> => bar.evaluate((one) => (one as HTMLProgressElement).value);
    await expect.poll(value).toBeGreaterThan(0);
    expect(await value()).toBeLessThan(100);
  }

  async send(): Promise<void> {
    await this.#page.getByTestId('report-send').click();
  }
}

test(
  '[FBK-01] [FBK-02] [FBK-04] a report with two videos and a photo uploaded again after a cut is stored without locations; a fake .jpg is refused',
  { tag: '@phone' },
  async ({ page, line, device, complaints, picture }) => {
    test.slow(); // 9 MB are generated, sent twice and redrawn
    complaints.allow(LOST);
    const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
    expect(Math.round(photo.buffer.length / MB)).toBe(9);
    expect(photo.buffer.includes(CAMERA)).toBe(true);
    expect(await readMetadataParts(photo.buffer)).toContain('exif');
    const form = new Form(page);
    await form.write();

    await test.step('the connection is cut in the middle of the photo', async () => {
      line.haltAfter(UPLOAD, HALT_BYTES);
      await form.pick(photo);
      await form.seePartSent(line);
      await form.send(); // pressed too early: it waits for the photo
      await expect(page.getByTestId('report-send')).toHaveAttribute('aria-busy', 'true');
      await picture('feedback-photo-half');
      line.cut();
      await form.says('تعذّر رفع IMG_2041.jpg. أعد المحاولة.');
      await expect(form.button('إعادة رفع', photo.name)).toBeFocused();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeNull();
      await picture('feedback-photo-cut');
      line.mend();
      // The part that arrived is not stored as a file.
      await expect.poll(() => uploadsOf(device)).toMatchObject([{ type: 'image/jpeg', state: 'issued' }]);
      await form.button('إعادة رفع', photo.name).click();
      await expect(form.slots('ready').getByRole('img', { name: photo.name })).toBeVisible();
      await expect(page.getByText('تعذّر رفع')).toBeHidden();
    });

    await test.step('a video, a program and one too many', async () => {
      await form.pick(
        { name: 'VID_7.mp4', mimeType: 'video/mp4', buffer: video('isom') },
        { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: PROGRAM },
        { name: 'fourth.png', mimeType: 'image/png', buffer: await somePicture('png') },
      );
      await expect(form.slots('ready')).toHaveCount(2);
      await form.says(UNREADABLE);
      await form.says(arabicWord('feedback.attachMax'));
      await form.counts('3 من 3');
      await expect(page.locator('input[type=file]')).toHaveCount(0);
      // A repeated upload is not offered: the same bytes would be refused again.
      await expect(form.button('إعادة رفع', 'holiday.jpg')).toHaveCount(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeNull();
      await picture('feedback-program-refused');
      await form.send();
      await expect(form.button('إزالة', 'IMG_2041.jpg')).toBeFocused();
      expect(page.url()).toContain('/feedback?');
      await form.button('إزالة', 'holiday.jpg').click();
      await form.counts('2 من 3');
      await form.pick({ name: 'screen.webm', mimeType: 'video/webm', buffer: webm('recorded') });
      await expect(form.slots('ready')).toHaveCount(3);
    });

    await form.send();
    await expect(page).toHaveURL(/\/feedback-success\?report=FB-/);
    const keys = await filesOfReport(await page.getByTestId('report-number').innerText());
    expect(keys).toHaveLength(3);
    await test.step('stored files', async () => {
      const uploads = await uploadsOf(device);
      expect(uploads.filter(({ state }) => state === 'refused')).toHaveLength(1);
      for (const { key } of uploads)
        expect([key, existsSync(stored(key))]).toEqual([key, keys.includes(key)]);
      const types = keys.map((key) => uploads.find((one) => one.key === key)?.type);
      expect(types).toEqual(['image/jpeg', 'video/mp4', 'video/webm']);
      const [storedPhoto, ...videos] = await Promise.all(keys.map((key) => readFile(stored(key))));
      expect(await readMetadataParts(storedPhoto ?? Buffer.alloc(0))).toEqual([]);
      expect(storedPhoto?.includes(CAMERA)).toBe(false);
      for (const one of videos) expect(one.includes(PLACE_OF_VIDEO)).toBe(false);
    });
  },
);

test(
  '[FBK-02] a photo upload cut by a lost network is sent again by itself; a photo removed during its upload is not stored',
  { tag: '@phone' },
  async ({ page, context, line, device, complaints, picture }) => {
    test.slow();
    complaints.allow(LOST);
    await narrow(page);
    const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
    const form = new Form(page);
    await form.write();
    line.haltAfter(UPLOAD, HALT_BYTES);
    await form.pick(photo);
    await form.seePartSent(line);
    await context.setOffline(true);
    await expect(page.getByText(arabicWord('feedback.waitOnline')).first()).toBeVisible();
    line.cut();
    await form.says('IMG_2041.jpg: نرفعه عند عودة الاتصال.');
    expect(await sidewaysScroll(page)).toBeNull();
    await picture('feedback-photo-waits');
    line.mend();
    await context.setOffline(false);
    await expect(form.slots('ready')).toHaveCount(1);

    line.haltAfter(UPLOAD, HALT_BYTES);
    await form.pick({ ...photo, name: 'IMG_2042.jpg' });
    await expect.poll(() => line.halted).toBe(2);
    await form.button('إزالة', 'IMG_2042.jpg').click();
    await form.counts('1 من 3');
    line.goOn(); // the server notices the closed connection only when it reads on
    await expect
      .poll(async () => (await uploadsOf(device)).map(({ state }) => state))
      .toEqual(['issued', 'stored', 'issued']);
    await form.send();
    const number = await page.getByTestId('report-number').innerText();
    expect(await filesOfReport(number)).toEqual([(await uploadsOf(device))[1]?.key]);
  },
);
