import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage, logInWithTicket, submitFeedback, type Feedback } from '@jawhara/contract';
import { FEEDBACK_WORDS_MAX, LOOSE_FILE_LIVES_MS, type FileKey } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSender, type FileSender } from '../test/file-sender.ts';
import { picture } from '../test/sample-files.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { forgetLooseUploads } from './issue-uploads.ts';

let shop: Shop;
const directory = mkdtempSync(join(tmpdir(), 'jawhara-files-'));
beforeAll(async () => {
  shop = await openShop({
    env: { FILES_DIRECTORY: directory, UPLOADS_PER_HOUR: '1000', FEEDBACK_PER_HOUR: '30' },
  });
});
afterAll(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const report = (more: Partial<Feedback> = {}): Feedback => ({
  content: 'دفعت أمس ولم تصل الجواهر.',
  fileKeys: [],
  topic: 'gems-missing',
  orderNumber: 'JW-7F3K-20481',
  contact: null,
  model: 'SM-A127F',
  version: '1.0.328',
  pageId: 'page-1',
  ...more,
});

async function sentFiles(device: FileSender, count: number): Promise<FileKey[]> {
  const keys: FileKey[] = [];
  for (let i = 0; i < count; i += 1) {
    const { value } = await device.send(await picture('png'), 'image/png');
    if (value) keys.push(value.key);
  }
  return keys;
}

const reportOf = async (number: string | undefined) =>
  (await shop.db`select * from feedback_reports where number = ${number ?? ''}`)[0];
const reports = async () =>
  (await shop.db<{ count: number }[]>`select count(*)::int as count from feedback_reports`)[0]?.count ?? 0;

describe('sending a feedback report', () => {
  it('[FBK-03] a feedback report is stored with all its fields and files, and its sender gets its number', async () => {
    const device = fileSender(shop.apiUrl);
    const keys = await sentFiles(device, 3);
    const { value } = await device.call(submitFeedback, report({ fileKeys: keys }));
    expect(value?.reportNumber).toMatch(/^FB-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
    expect(await reportOf(value?.reportNumber)).toMatchObject({
      content: 'دفعت أمس ولم تصل الجواهر.',
      topic: 'gems-missing',
      order_number: 'JW-7F3K-20481',
      model: 'SM-A127F',
      version: '1.0.328',
      page_id: 'page-1',
      account_id: null,
      file_keys: keys,
    });
  });

  it('[FBK-03] a feedback report can be sent by GET with the fields of the specification', async () => {
    const query = new URLSearchParams({
      session_key: '',
      uid: '1001',
      content: 'نص',
      images: '',
      model: 'm',
      version: '1',
      uuid: 'u',
    });
    const response = await fetch(`${shop.apiUrl}${submitFeedback.path}?${query.toString()}`);
    const { result, data } = (await response.json()) as { result: number; data: { report_number: string } };
    expect(result).toBe(0);
    // Without a session the account id in the request is ignored.
    expect(await reportOf(data.report_number)).toMatchObject({
      account_id: null,
      topic: null,
      file_keys: [],
    });
  });

  it('[FBK-03] a feedback report belongs to the account of its session', async () => {
    const { value: login } = await shop.visitor().call(logInWithTicket, { ticket: await shop.ticket(1002) });
    const device = fileSender(shop.apiUrl);
    const send = (key: string) => device.call(submitFeedback, report(), { 'x-session-key': key });
    const own = await send(login?.sessionKey ?? '');
    expect(await reportOf(own.value?.reportNumber)).toMatchObject({ account_id: 1002 });
    const foreign = await send('f'.repeat(64));
    expect(await reportOf(foreign.value?.reportNumber)).toMatchObject({ account_id: null });
  });

  it('feedback reports with the same request id are stored once, also when five are sent at once', async () => {
    const device = fileSender(shop.apiUrl);
    const fileKeys = await sentFiles(device, 1);
    const before = await reports();
    const press = () => device.call(submitFeedback, report({ fileKeys }), { 'x-request-id': 'press-0001' });
    const answers = await Promise.all([press(), press(), press(), press(), press()]);
    const numbers = new Set(answers.map(({ value }) => value?.reportNumber));
    expect(numbers.size).toBe(1);
    expect(await reports()).toBe(before + 1);
    const other = await fileSender(shop.apiUrl).call(submitFeedback, report(), {
      'x-request-id': 'press-0001',
    });
    expect(numbers).not.toContain(other.value?.reportNumber);
  });
});

describe('refused feedback reports', () => {
  it('[FBK-01] a feedback report without text is refused', async () => {
    const device = fileSender(shop.apiUrl);
    for (const content of ['', ' \n ', '\u0000']) {
      expect((await device.call(submitFeedback, report({ content }))).refusal).toBe('feedback-empty');
    }
  });

  it('[FBK-01] a feedback report with too many words is refused, with a message that names the limit', async () => {
    const words = (count: number) => Array.from({ length: count }, () => 'كلمة').join(' ');
    const device = fileSender(shop.apiUrl);
    const send = (count: number) => device.call(submitFeedback, report({ content: words(count) }));
    expect((await send(FEEDBACK_WORDS_MAX)).refusal).toBeNull();
    expect((await send(FEEDBACK_WORDS_MAX + 1)).refusal).toBe('feedback-too-long');
    expect(errorMessage('feedback-too-long', 'ar')).toContain(String(FEEDBACK_WORDS_MAX));
  });

  it('[FBK-01] a feedback report with more than three files is refused', async () => {
    const device = fileSender(shop.apiUrl);
    const fileKeys = await sentFiles(device, 4);
    expect((await device.call(submitFeedback, report({ fileKeys }))).refusal).toBe('files-too-many');
    expect((await device.call(submitFeedback, report({ fileKeys: fileKeys.slice(1) }))).refusal).toBeNull();
  });

  it('a report is refused with files of another device, files never uploaded, or files of another report', async () => {
    const device = fileSender(shop.apiUrl);
    const before = await reports();
    const [own = '' as FileKey] = await sentFiles(device, 1);
    const foreign = await sentFiles(fileSender(shop.apiUrl), 1);
    const { key: announced } = await device.ticket(await picture('png'), 'image/png');
    for (const fileKeys of [foreign, [own, ...foreign], [announced]]) {
      expect((await device.call(submitFeedback, report({ fileKeys }))).refusal).toBe('file-not-found');
    }
    expect(await reports()).toBe(before);
    expect((await device.call(submitFeedback, report({ fileKeys: [own] }))).refusal).toBeNull();
    expect((await device.call(submitFeedback, report({ fileKeys: [own] }))).refusal).toBe('file-not-found');
  });

  it('a feedback report with a card number is refused, and neither stored nor logged', async () => {
    const before = await reports();
    const device = fileSender(shop.apiUrl);
    const sent = await device.call(submitFeedback, report({ content: 'رقم بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١' }));
    expect(sent).toMatchObject({ status: 400, refusal: 'card-data' });
    expect(await reports()).toBe(before);
    expect(shop.log()).not.toMatch(/١١١١|1111 1111/);
  });

  it.each([
    ['a missing text', { model: 'x' }],
    ['a text that is none', { content: 7 }],
    ['keys that are none', { content: 'x', images: ['../../etc/passwd'] }],
    ['images that are no list', { content: 'x', images: '{"a":1}' }],
    ['a topic nobody offers', { content: 'x', topic: 'praise' }],
    ['a model with a null byte', { content: 'x', model: 'a\u0000b' }],
  ])('a feedback report with %s is refused as malformed', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${submitFeedback.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });

  it('feedback reports of one device are limited per hour', async () => {
    const strict = await openShop({ env: { FEEDBACK_PER_HOUR: '2' } });
    try {
      const device = fileSender(strict.apiUrl);
      const send = () => device.call(submitFeedback, report());
      expect([(await send()).refusal, (await send()).refusal]).toEqual([null, null]);
      expect(await send()).toMatchObject({ status: 429, refusal: 'too-many-tries' });
    } finally {
      await strict.close();
    }
  });
});

it('an uploaded file without a report is deleted after a day, and a file of a report stays', async () => {
  const device = fileSender(shop.apiUrl);
  const [attached = '' as FileKey, loose = '' as FileKey] = await sentFiles(device, 2);
  await device.call(submitFeedback, report({ fileKeys: [attached] }));
  await device.ticket(await picture('png'), 'image/png');
  const at = (ms: number) => ({ ...shop.app.feedback, now: () => new Date(Date.now() + ms) });

  expect(await forgetLooseUploads(at(LOOSE_FILE_LIVES_MS - 60_000))).toBe(0);
  expect(await forgetLooseUploads(at(LOOSE_FILE_LIVES_MS + 1_000), 2)).toBeGreaterThanOrEqual(2);
  expect([existsSync(join(directory, attached)), existsSync(join(directory, loose))]).toEqual([true, false]);
  expect((await device.get(`/api/files/${attached}`)).status).toBe(200);
  expect((await device.get(`/api/files/${loose}`)).status).toBe(404);
  const left = await shop.db`select key from uploads where state <> 'attached'`;
  expect(left).toHaveLength(0);
});
