import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askUploadTokens, uploadFile } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSender } from '../test/file-sender.ts';
import { picture } from '../test/sample-files.ts';
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
const stateOf = async (key: string): Promise<string> =>
  (await shop.db<{ state: string }[]>`select state from uploads where key = ${key}`)[0]?.state ?? 'missing';

describe('a malformed upload form', () => {
  it('a malformed upload form is refused as malformed, and its upload ticket can still be used', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const { token, key } = await device.ticket(content, 'image/jpeg');
    const forms: Parameters<typeof device.post>[1][] = [
      [],
      [
        ['token', token],
        ['key', key],
      ],
      [
        ['file', content],
        ['token', token],
        ['key', key],
      ],
      [
        ['token', token],
        ['key', key],
        ['other', content],
      ],
      [
        ['token', token],
        ['key', 'x'],
        ['file', content],
      ],
      [
        ['token', token],
        ['file', content],
      ],
      [
        ['token', 'y'.repeat(5_000)],
        ['key', key],
        ['file', content],
      ],
    ];
    for (const form of forms)
      expect(await device.post(uploadFile, form)).toMatchObject({ status: 400, refusal: 'malformed' });
    expect(await stateOf(key)).toBe('issued');
  });

  it.each([
    ['application/json', '{"token":"a"}'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'not a form at all'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\ncut',
    ],
    ['multipart/form-data; boundary=x', '--x\r\nbroken header\r\n\r\n--x--'],
    ['multipart/form-data; boundary=x', ''],
    ['image/png', 'bytes'],
  ])('a malformed upload is refused with a 4xx status: %s %j', async (type, body) => {
    const response = await fetch(`${shop.apiUrl}${uploadFile.path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it('a card number in a field of an upload form is refused as card data', async () => {
    const sent = await sender().post(uploadFile, [
      ['token', '4111 1111 1111 1111'],
      ['key', 'x'],
      ['file', Buffer.from('x')],
    ]);
    expect(sent.refusal).toBe('card-data');
  });

  it('a multipart body is refused by every call except the upload', async () => {
    const form = new FormData();
    form.append('files', '[]');
    const response = await fetch(`${shop.apiUrl}${askUploadTokens.path}`, { method: 'POST', body: form });
    expect(response.status).toBe(415);
  });
});
