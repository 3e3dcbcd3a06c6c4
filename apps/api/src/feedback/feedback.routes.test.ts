import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadFile } from '@jawhara/contract';
import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '@jawhara/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSender, formOf } from '../test/file-sender.ts';
import { picture, pictureWithPlace, webm } from '../test/sample-files.ts';
import { video } from '../test/sample-video.ts';
import { sendExactly } from '../test/send-exactly.ts';
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

describe('uploading a file', () => {
  it.each([
    ['image/jpeg', () => picture('jpeg')],
    ['image/png', () => picture('png')],
    ['image/webp', () => picture('webp')],
    ['image/gif', () => picture('gif')],
    ['video/mp4', async () => video('isom')],
    ['video/quicktime', async () => video('qt  ')],
    ['video/webm', async () => webm()],
  ] as const)(
    '[FBK-02] a file of type %s, posted as multipart with token, key and file, is stored',
    async (type, make) => {
      const sent = await sender().send(await make(), type);
      expect(sent).toMatchObject({ status: 200, refusal: null, value: { key: sent.ticket.key } });
      expect(await stateOf(sent.ticket.key)).toBe('stored');
    },
  );

  it('[FBK-04] the sender of a picture downloads it without its location, with headers that keep it from running as a page', async () => {
    const device = sender();
    const { value } = await device.send(await pictureWithPlace(), 'image/jpeg');
    const response = await device.get(value?.url ?? '');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${value?.key}.jpg"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.includes('SecretPhone')).toBe(false);
    expect((await sharp(body).metadata()).exif).toBeUndefined();
  });

  it('[FBK-04] another device cannot read an uploaded file, and invalid keys lead to no file', async () => {
    const { value } = await sender().send(await picture('png'), 'image/png');
    const stranger = sender();
    expect((await stranger.get(value?.url ?? '')).status).toBe(404);
    for (const key of ['feedback-x', '..%2F..%2Fetc%2Fpasswd', `feedback-${'a'.repeat(40)}`, 'a%00b']) {
      expect((await stranger.get(`/api/files/${key}`)).status).toBe(404);
    }
  });

  it('[FBK-04] an uploaded file opens for its sender directly and from the site, but not by a link on another site', async () => {
    const device = sender();
    const { value } = await device.send(await picture('png'), 'image/png');
    const ask = async (site: string) =>
      (
        await sendExactly(`${shop.apiUrl}${value?.url}`, {
          headers: { cookie: device.cookie(), 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
        })
      ).status;
    expect([await ask('same-origin'), await ask('none'), await ask('cross-site')]).toEqual([200, 200, 404]);
  });

  it('an uploaded file can be read thirty times a minute and not more often', async () => {
    const device = sender();
    const { value } = await device.send(await picture('png'), 'image/png');
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await device.get(value?.url ?? '')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it('[FBK-04] a file whose content is not of the announced type is refused, and its upload token is used up', async () => {
    const device = sender();
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const sent = await device.send(page, 'image/png');
    expect(sent).toMatchObject({ status: 200, refusal: 'file-unreadable' });
    expect(await stateOf(sent.ticket.key)).toBe('refused');
    expect(readdirSync(directory)).not.toContain(sent.ticket.key);
    expect((await device.get(`/api/files/${sent.ticket.key}`)).status).toBe(404);
    expect((await device.post(uploadFile, formOf(sent.ticket, page))).refusal).toBe('upload-void');
  });

  it('[FBK-04] a file with more, fewer or no bytes than announced is refused', async () => {
    const content = await picture('png');
    const device = sender();
    const send = async (bytes: Uint8Array) => {
      const ticket = await device.ticket(content, 'image/png');
      return (await device.post(uploadFile, formOf(ticket, bytes))).refusal;
    };
    expect(await send(Buffer.concat([content, Buffer.alloc(1)]))).toBe('file-too-large');
    expect(await send(content.subarray(1))).toBe('file-unreadable');
    expect(await send(new Uint8Array())).toBe('file-empty');
  });

  it('[FBK-04] an upload above the size limits is refused, even if its token allows more', async () => {
    const device = sender();
    const ticket = await device.ticket(Buffer.alloc(100), 'image/png');
    const huge = await device.post(uploadFile, formOf(ticket, Buffer.alloc(IMAGE_BYTES_MAX + 5_000_000)));
    expect(huge.refusal).toBe('file-too-large');
    const answer = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(`${shop.apiUrl}${uploadFile.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(2 * VIDEO_BYTES_MAX),
        },
      });
      sending.on('response', (response) =>
        resolve(response.headers.connection === 'close' ? (response.statusCode ?? 0) : 0),
      );
      sending.on('error', reject);
      sending.write('--x\r\n');
    });
    expect(answer).toBe(200);
  });
});
