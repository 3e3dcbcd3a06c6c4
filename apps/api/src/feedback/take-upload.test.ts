import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadFile, uploadImage } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileSender, formOf, type Ticket } from '../test/file-sender.ts';
import { movingPicture, picture } from '../test/sample-files.ts';
import { video } from '../test/sample-video.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { cleanFile, mayBeCleaned } from './clean-file.ts';
import { UPLOAD_TOKEN_LIVES_MS } from './issue-uploads.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let shop: Shop;
let aheadMs = 0;
const directory = mkdtempSync(join(tmpdir(), 'jawhara-files-'));
beforeAll(async () => {
  shop = await openShop({
    env: { FILES_DIRECTORY: directory, UPLOADS_PER_HOUR: '1000' },
    now: () => new Date(Date.now() + aheadMs),
  });
});
afterAll(async () => {
  await shop.close();
  rmSync(directory, { recursive: true });
});

const sender = () => fileSender(shop.apiUrl);
const stateOf = async (key: string): Promise<string> =>
  (await shop.db<{ state: string }[]>`select state from uploads where key = ${key}`)[0]?.state ?? 'missing';

describe('[FBK-02] an upload token', () => {
  it('an upload token can be used only once', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const sent = await device.send(content, 'image/jpeg');
    expect(sent.refusal).toBeNull();
    expect((await device.post(uploadFile, formOf(sent.ticket, content))).refusal).toBe('upload-void');
  });

  it('of ten uploads with the same token at once, one is accepted', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const ticket = await device.ticket(content, 'image/jpeg');
    const all = await Promise.all(
      Array.from({ length: 10 }, () => device.post(uploadFile, formOf(ticket, content))),
    );
    expect(all.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    expect(all.filter(({ refusal }) => refusal === 'upload-void')).toHaveLength(9);
  });

  it('an upload token is refused from another device, for another key, or with a forged signature', async () => {
    const content = await picture('jpeg');
    const device = sender();
    const [ticket, other] = [
      await device.ticket(content, 'image/jpeg'),
      await device.ticket(content, 'image/jpeg'),
    ];
    const forged = createHmac('sha256', 'guess')
      .update(ticket.token.split('.')[0] ?? '')
      .digest('base64url');
    const tries = await Promise.all([
      sender().post(uploadFile, formOf(ticket, content)),
      device.post(uploadFile, formOf({ token: ticket.token, key: other.key }, content)),
      device.post(
        uploadFile,
        formOf({ token: `${ticket.token.split('.')[0]}.${forged}`, key: ticket.key }, content),
      ),
    ]);
    expect(tries.map(({ refusal }) => refusal)).toEqual(['upload-void', 'upload-void', 'upload-void']);
    expect((await device.post(uploadFile, formOf(ticket, content))).refusal).toBeNull();
  });

  it('an upload token without a signature, as the next release will issue them, is accepted by its stored digest', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const { key } = await device.ticket(content, 'image/jpeg');
    const token = 'forty-three-characters-of-chance';
    await shop.db`update uploads set token_digest = sha256(${token}::bytea) where key = ${key}`;
    expect((await device.post(uploadFile, formOf({ token, key }, content))).refusal).toBeNull();
  });

  it('an upload token is refused after it has expired', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const ticket = await device.ticket(content, 'image/jpeg');
    aheadMs = UPLOAD_TOKEN_LIVES_MS;
    try {
      expect((await device.post(uploadFile, formOf(ticket, content))).refusal).toBe('upload-void');
    } finally {
      aheadMs = 0;
    }
  });

  it('an upload token can be used again when the connection breaks during the upload', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const ticket = await device.ticket(content, 'image/jpeg');
    await breakOff(device.cookie(), ticket);
    await vi.waitFor(async () => expect(await stateOf(ticket.key)).toBe('issued'), { timeout: PATIENCE_MS });
    expect((await device.post(uploadFile, formOf(ticket, content))).refusal).toBeNull();
  });
});

/** Sends the fields and the beginning of the file, waits until the server receives the file, and disconnects. */
async function breakOff(cookie: string, ticket: Ticket): Promise<void> {
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const sending = httpRequest(`${shop.apiUrl}${uploadFile.path}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000', cookie },
  });
  sending.on('error', () => {});
  sending.write(field('token', ticket.token) + field('key', ticket.key));
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nsome of it');
  await vi.waitFor(async () => expect(await stateOf(ticket.key)).toBe('receiving'), { timeout: PATIENCE_MS });
  sending.destroy();
}

describe('a picture sent while the queue of pictures is full', () => {
  it('[FBK-02] a picture is refused as busy while the queue of pictures is full, and its token can be used again', async () => {
    const slow = join(directory, 'slow');
    await writeFile(slow, await movingPicture(2));
    const device = sender();
    const content = await picture('jpeg');
    const ticket = await device.ticket(content, 'image/jpeg');
    const drawing = Array.from({ length: 9 }, (_, n) => cleanFile(slow, 'image/webp', `device ${n}`));
    await vi.waitFor(() => expect(mayBeCleaned('image/jpeg', 'anybody')).toBe(false), { interval: 5 });
    expect(await device.post(uploadFile, formOf(ticket, content))).toMatchObject({
      status: 503,
      refusal: 'busy',
      retryAfter: '5',
    });
    await Promise.all(drawing);
    expect((await device.post(uploadFile, formOf(ticket, content))).refusal).toBeNull();
  }, 120_000);
});

describe('the upload call without a token', () => {
  it('an upload without a token is accepted for one picture with a key of the same device, and refused for a video', async () => {
    const device = sender();
    const content = await picture('jpeg');
    const { key } = await device.ticket(content, 'image/jpeg');
    const send = (who: typeof device, of: string, bytes: Uint8Array) =>
      who.post(uploadImage, [
        ['key', of],
        ['file', bytes],
      ]);
    expect((await send(sender(), key, content)).refusal).toBe('upload-void');
    expect((await send(device, key, content)).value?.key).toBe(key);
    expect((await send(device, key, content)).refusal).toBe('upload-void');
    const film = await device.ticket(video('isom'), 'video/mp4');
    expect((await send(device, film.key, video('isom'))).refusal).toBe('file-type-refused');
  });
});
