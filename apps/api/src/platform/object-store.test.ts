import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileKey } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryObjectStore, s3ObjectStore, type ObjectStore } from './object-store.ts';

const KEY_ID = 'test-key-id';
const SECRET = 'test-secret';
const REGION = 'eu-south-1';
const directory = mkdtempSync(join(tmpdir(), 'jawhara-objects-'));
const source = join(directory, 'source');
const key = `feedback-${'abcdefgh'.repeat(5)}` as FileKey;
const content = Buffer.from('the bytes of a picture');
writeFileSync(source, content);
afterAll(() => rmSync(directory, { recursive: true }));

/** The same tests for both stores, because callers must not see a difference between them. */
function behavesAsAStore(make: () => ObjectStore): void {
  it('the object store returns a stored file unchanged', async () => {
    const store = make();
    await store.put(key, source, 'image/png');
    const stored = await store.get(key);
    expect(stored?.bytes).toBe(content.length);
    expect(stored && (await buffer(stored.stream))).toEqual(content);
  });

  it('the object store has no file that was removed or never stored', async () => {
    const store = make();
    await store.put(key, source, 'image/png');
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
    await store.remove(key);
    expect(await store.get(`feedback-${'p'.repeat(40)}` as FileKey)).toBeNull();
  });
}

describe('the directory store', () => {
  const target = join(directory, 'deep', 'files');
  behavesAsAStore(() => directoryObjectStore(target));

  it('the directory store writes each file under its key, and refuses a key that leads out of its directory', async () => {
    const store = directoryObjectStore(target);
    await store.put(key, source, 'image/png');
    expect(readdirSync(target)).toEqual([key]);
    await expect(store.get('../source' as FileKey)).rejects.toThrow('not a key');
  });
});

/** Checks a request's version 4 signature as the protocol describes it, as a real bucket does. */
function isSigned(request: IncomingMessage): boolean {
  const signatureParts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', names = '', signature] = signatureParts ?? [];
  const [keyId, day = '', region = '', service = ''] = credential.split('/');
  const url = new URL(request.url ?? '', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/${service}/aws4_request`,
    digest,
  ].join('\n');
  const seal = (secret: string | Buffer, part: string) => createHmac('sha256', secret).update(part).digest();
  const signing = [region, service, 'aws4_request'].reduce<Buffer>(seal, seal(`AWS4${SECRET}`, day));
  return keyId === KEY_ID && region === REGION && seal(signing, text).toString('hex') === signature;
}

describe('the bucket store', () => {
  let server: Server;
  let endpoint: string;
  const objects = new Map<string, { readonly body: Buffer; readonly headers: IncomingMessage['headers'] }>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const path = new URL(request.url ?? '', 'http://store').pathname;
        if (!isSigned(request))
          return response
            .writeHead(403)
            .end('<Error><Code>SignatureDoesNotMatch</Code><Message>signed wrongly</Message></Error>');
        if (request.method === 'PUT') {
          objects.set(path, { body, headers: request.headers });
          return response.writeHead(200, { etag: '"1"' }).end();
        }
        if (request.method === 'DELETE') {
          objects.delete(path);
          return response.writeHead(204).end();
        }
        const found = objects.get(path);
        if (found) return response.writeHead(200, { 'content-length': found.body.length }).end(found.body);
        const xml = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';
        return response.writeHead(404, { 'content-type': 'application/xml' }).end(xml);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const bucket = (secretAccessKey = SECRET) =>
    s3ObjectStore({
      bucket: 'reports',
      region: REGION,
      endpoint,
      credentials: { accessKeyId: KEY_ID, secretAccessKey },
    });
  behavesAsAStore(() => bucket());

  it('the bucket store sends the content type of a file, and the header that makes it a download', async () => {
    await bucket().put(key, source, 'image/png');
    const stored = objects.get(`/reports/${key}`);
    expect(stored?.body).toEqual(content);
    expect(stored?.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment',
    });
  });

  it('a bucket that refuses the credentials is a fault, not a missing file', async () => {
    await expect(bucket('another secret').get(key)).rejects.toThrow('signed wrongly');
  });
});
