import { connect as connectHttp2 } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_HEADERS } from '../../apps/web/build/edge/edge-headers.ts';
import { sendRaw } from './test/raw-request.ts';
import { patientApi, startSmallEdge, type SmallEdge } from './test/small-edge.ts';

let edge: SmallEdge;
let alone: SmallEdge;
beforeAll(async () => {
  edge = await startSmallEdge({ api: patientApi() });
  alone = await startSmallEdge();
});
afterAll(async () => {
  await edge.stop();
  await alone.stop();
});

const HOST = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const HSTS = 'max-age=63072000; includeSubDomains';
const CALL = 'application/json; charset=utf-8';
const PAGE = 'text/html; charset=utf-8';
const LONG = 'a'.repeat(20_000);

describe('errors that nginx answers itself', () => {
  it.each([
    ['an address above the root', `GET /../x HTTP/1.1\r\n${HOST}\r\n`, 400, PAGE],
    ['the same below /api/', `GET /api/../../x HTTP/1.1\r\n${HOST}\r\n`, 400, CALL],
    ['the same below /webhooks/', `GET /webhooks/../../x HTTP/1.1\r\n${HOST}\r\n`, 400, CALL],
    ['an address that is too long', `GET /${LONG} HTTP/1.1\r\n${HOST}\r\n`, 414, PAGE],
    ['a call whose address is too long', `GET /api/x/?${LONG} HTTP/1.1\r\n${HOST}\r\n`, 414, CALL],
    ['a header that is too long', `GET /pay HTTP/1.1\r\n${HOST}x: ${LONG}\r\n\r\n`, 431, PAGE],
    ['a header of a call', `GET /third/x HTTP/1.1\r\n${HOST}x: ${LONG}\r\n\r\n`, 431, CALL],
    ['no HTTP', 'garbage\r\n\r\n', 400, PAGE],
    ['no length', `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: a\r\n\r\n`, 400, CALL],
    ['an unknown encoding', `POST /api/x/ HTTP/1.1\r\n${HOST}Transfer-Encoding: odd\r\n\r\n`, 501, CALL],
    ['another version', `GET /api/x/ HTTP/3.0\r\n${HOST}\r\n`, 505, CALL],
    ['TRACE', `TRACE /pay HTTP/1.1\r\n${HOST}\r\n`, 405, PAGE],
    ['a part that is not there', `GET /pay HTTP/1.1\r\n${HOST}Range: bytes=999999-\r\n\r\n`, 416, PAGE],
    ['a large form for a page', `POST /pay HTTP/1.1\r\n${HOST}Content-Length: 70000\r\n\r\n`, 413, PAGE],
    ['a large call', `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 70000\r\n\r\n`, 413, CALL],
  ])(
    'nginx answers a malformed request in the API’s envelope or as a page, with the site’s headers: %s',
    async (_what, text, status, type) => {
      const answer = await sendRaw({ port: edge.port, text });
      const headers = { ...REFUSAL_HEADERS, 'strict-transport-security': HSTS, 'content-type': type };
      expect([answer.status, answer.headers]).toMatchObject([status, headers]);
      if (type === CALL)
        expect(JSON.parse(answer.body)).toMatchObject({ result: 22001, code: 22001, data: null });
      else expect(answer.body).toMatch(/<html lang="ar" dir="rtl">.*تعذّر فهم الطلب/);
      expect(answer.body).not.toContain('nginx');
    },
  );

  it('plain http on the https port is answered with 400 and the site’s headers', async () => {
    const answer = await sendRaw({
      port: edge.port,
      isPlain: true,
      text: `GET /pay HTTP/1.1\r\n${HOST}\r\n`,
    });
    expect([answer.status, answer.headers]).toMatchObject([400, REFUSAL_HEADERS]);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('a call is answered with 502 in the JSON envelope when the API is down', async () => {
    const text = `POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`;
    const answer = await sendRaw({ port: alone.port, text });
    expect([answer.status, answer.headers, JSON.parse(answer.body)]).toMatchObject([
      502,
      { ...REFUSAL_HEADERS, 'strict-transport-security': HSTS },
      { result: 500, data: null },
    ]);
  });

  it('an upload that is too large is answered with 413 and a message in the requested language', async () => {
    const text = (language: string) =>
      `POST /api/upload/ HTTP/1.1\r\n${HOST}Accept-Language: ${language}\r\nContent-Length: 99999999\r\n\r\n`;
    const answer = await sendRaw({ port: edge.port, text: text('en') });
    expect([answer.status, answer.body]).toEqual([413, expect.stringContaining('The file is too large')]);
    expect((await sendRaw({ port: edge.port, text: text('ar') })).body).toContain('الملف كبير');
  });
});

describe('a request for an unknown host', () => {
  it.each([
    ['https', false],
    ['http', true],
  ])('a request for an unknown host by %s is closed without an answer', async (_how, isPlain) => {
    const port = isPlain ? edge.plainPort : edge.port;
    for (const head of [
      'HTTP/1.1\r\nHost: evil.example',
      'HTTP/1.1\r\nHost: 127.0.0.1.evil.example',
      'HTTP/1.0',
    ]) {
      const answer = await sendRaw({ port, isPlain, text: `GET /x ${head}\r\n\r\n` });
      expect([head, answer.status, answer.body]).toEqual([head, null, '']);
    }
  });

  it('a plain http request for the site’s host is redirected to https, with the site’s headers', async () => {
    const text = `GET /pay?a=1 HTTP/1.1\r\n${HOST}\r\n`;
    const answer = await sendRaw({ port: edge.plainPort, isPlain: true, text });
    expect([answer.status, answer.headers]).toMatchObject([
      308,
      { location: 'https://127.0.0.1/pay?a=1', ...REFUSAL_HEADERS },
    ]);
  });
});

interface Streamed {
  readonly status: number;
  readonly policy: string;
  readonly body: string;
  readonly tookMs: number;
}

/** Posts a body of this size over HTTP/2 as fast as the server accepts it. Resolves when the stream is closed. */
function postStream(path: string, bytes: number, method = 'POST'): Promise<Streamed> {
  const session = connectHttp2(`https://127.0.0.1:${edge.port}`, { rejectUnauthorized: false });
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': method,
      ':path': path,
      ':authority': '127.0.0.1',
      'content-length': bytes,
    });
    let [status, policy, body] = [0, '', ''];
    const late = setTimeout(() => {
      session.destroy();
      reject(new Error(`${method} ${path}: still open, status ${status}`));
    }, 5_000);
    stream.on('response', (headers) => {
      status = Number(headers[':status']);
      policy = String(headers['content-security-policy']);
    });
    stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
    stream.on('error', () => {});
    stream.once('close', () => {
      clearTimeout(late);
      session.destroy();
      resolve({ status, policy, body, tookMs: performance.now() - startedAtMs });
    });
    stream.end(Buffer.alloc(bytes));
  });
}

describe('pages accept GET and HEAD', () => {
  it.each(['/', '/pay', '/login', '/robots.txt', '/assets/a-1.js', '/nothing', '/home', '/.env', '/x.png'])(
    'the page %s refuses every method but GET and HEAD',
    async (path) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
        const text = `${method} ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`;
        const answer = await sendRaw({ port: edge.port, text });
        expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
      }
    },
  );

  it('the bank’s return page accepts a form by POST, and no other method or large form', async () => {
    const ask = async (method: string, length = 3) => {
      const text = `${method} /bank-return.html?order_id=1 HTTP/1.1\r\n${HOST}Content-Length: ${length}\r\n\r\nabc`;
      return (await sendRaw({ port: edge.port, text })).status;
    };
    expect([await ask('POST'), await ask('PUT'), await ask('POST', 70_000)]).toEqual([200, 405, 413]);
  });

  it.each([
    ['/pay', 1_000, 405],
    ['/pay', 60_000, 405],
    ['/pay', 70_000, 413],
    ['/nothing', 70_000, 413],
    ['/bank-return.html', 60_000, 200],
    ['/bank-return.html', 70_000, 413],
    ['/api/x/', 70_000, 413],
    ['/pay', 5_000_000, 413],
  ])(
    'a form posted to %s with %i bytes is answered with %i at once, over HTTP/2 and HTTP/1.1',
    async (path, bytes, status) => {
      const streamed = await postStream(path, bytes);
      expect(streamed.status).toBe(status);
      expect(streamed.tookMs).toBeLessThan(1_000);
      if (status !== 200) {
        expect(streamed.policy).toBe(REFUSAL_HEADERS['content-security-policy']);
        expect(streamed.body).toContain('تعذّر فهم الطلب');
      }
      const text = `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`;
      const answer = await sendRaw({ port: edge.port, text });
      expect(answer.status).toBe(status);
      expect(answer.tookMs).toBeLessThan(1_000);
    },
  );
});
