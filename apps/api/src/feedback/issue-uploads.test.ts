import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askUploadTokens, logInWithTicket } from '@jawhara/contract';
import { VIDEO_BYTES_MAX } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSender } from '../test/file-sender.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
const directory = mkdtempSync(join(tmpdir(), 'jawhara-files-'));
beforeAll(async () => {
  shop = await openShop({ env: { FILES_DIRECTORY: directory, UPLOADS_PER_HOUR: '1000' } });
});
afterAll(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const sender = () => fileSender(shop.apiUrl);

describe('asking for upload tokens', () => {
  const jpeg = { name: 'a.jpg', bytes: 100, contentType: 'image/jpeg' };

  it('[FBK-02] each announced file gets a result, and an accepted one gets an upload url, a token and a key', async () => {
    const query = new URLSearchParams({
      uuid: 'page-1',
      purpose: 'feedback',
      files: JSON.stringify([
        { name: 'a.jpg', size: 100, content_type: 'image/jpeg' },
        { name: 'b.svg', size: 100, content_type: 'image/svg+xml' },
        { name: 'c.mp4', size: VIDEO_BYTES_MAX + 1, content_type: 'video/mp4' },
      ]),
    });
    const response = await fetch(`${shop.apiUrl}${askUploadTokens.path}?${query.toString()}`);
    const { data } = (await response.json()) as {
      data: { tokens: { url: string; body: string; result: number }[] };
    };
    expect(data.tokens.map(({ result }) => result)).toEqual([0, 22043, 22044]);
    expect(data.tokens[0]?.url).toBe('http://127.0.0.1:4200/api/upload/');
    expect(JSON.parse(data.tokens[0]?.body ?? '')).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      key: expect.stringMatching(/^feedback-[a-p]{40}$/),
    });
  });

  it('[FBK-01] upload tokens for more than three files are refused', async () => {
    const ask = (count: number) =>
      sender().call(askUploadTokens, {
        files: Array.from({ length: count }, () => jpeg),
        purpose: 'feedback',
        needsDate: false,
      });
    expect((await ask(3)).value).toHaveLength(3);
    expect(await ask(4)).toMatchObject({ status: 200, refusal: 'files-too-many' });
  });

  it('upload tokens for proof files need a sign-in, and the keys of the files contain the date if the request asks for it', async () => {
    const visitor = sender();
    const ask = (headers?: Record<string, string>) =>
      visitor.call(askUploadTokens, { files: [jpeg], purpose: 'audit', needsDate: true }, headers);
    expect((await ask()).refusal).toBe('not-signed-in');
    expect((await ask({ 'x-session-key': '0'.repeat(64) })).refusal).toBe('not-signed-in');
    const { value } = await shop.visitor().call(logInWithTicket, { ticket: await shop.ticket(1001) });
    const tickets = await ask({ 'x-session-key': value?.sessionKey ?? '' });
    expect(tickets.value?.[0]).toMatchObject({ key: expect.stringMatching(/^audit-\d{8}-[a-p]{40}$/) });
  });

  it.each([
    ['a missing list', { purpose: 'feedback' }],
    ['a list that is no list', { purpose: 'feedback', files: '{"name":"a"}' }],
    ['a list that is no JSON', { purpose: 'feedback', files: '[' }],
    [
      'a size that is no number',
      { purpose: 'feedback', files: [{ name: 'a', size: 'big', content_type: 'image/png' }] },
    ],
    ['a negative size', { purpose: 'feedback', files: [{ name: 'a', size: -1, content_type: 'image/png' }] }],
    ['another purpose', { purpose: 'storage', files: [] }],
    [
      'too long a list',
      {
        purpose: 'feedback',
        files: Array.from({ length: 50 }, () => ({ name: 'a', size: 1, content_type: 'image/png' })),
      },
    ],
  ])('a request for upload tokens with %s is refused as malformed', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${askUploadTokens.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });

  it('upload tokens of one device are limited per hour, and other devices still get theirs', async () => {
    const strict = await openShop({ env: { FILES_DIRECTORY: directory, UPLOADS_PER_HOUR: '4' } });
    try {
      const visitor = fileSender(strict.apiUrl);
      const ask = () =>
        visitor.call(askUploadTokens, { files: [jpeg, jpeg], purpose: 'feedback', needsDate: false });
      expect([(await ask()).refusal, (await ask()).refusal]).toEqual([null, null]);
      expect(await ask()).toMatchObject({ status: 429, refusal: 'too-many-tries' });
      expect(
        (
          await fileSender(strict.apiUrl).call(askUploadTokens, {
            files: [jpeg],
            purpose: 'feedback',
            needsDate: false,
          })
        ).refusal,
      ).toBeNull();
    } finally {
      await strict.close();
    }
  });
});
