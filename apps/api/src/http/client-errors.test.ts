import { connect } from 'node:net';
import { HEADER_BYTES_MAX } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyInTime } from './deadlines.ts';
import { API_HEADERS } from './answer.ts';
import { createServer } from './server.ts';

const BODY_WITHIN_MS = 300;

let server: FastifyInstance;
let port: number;
let handled = 0;
beforeAll(async () => {
  server = await createServer(pino({ level: 'silent' }), () => 'an-id', ['127.0.0.1']);
  // createServer sets a longer time limit for bodies; this shorter one applies first.
  bodyInTime(server, { withinMs: BODY_WITHIN_MS, lookEveryMs: 10 });
  server.get('/api/x/:id', async () => ({ result: 0 }));
  server.post('/api/x/', async () => {
    handled += 1;
    return { result: 0 };
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(url).port);
});
afterAll(() => server.close());

interface RawAnswer {
  readonly text: string;
  readonly tookMs: number;
}

/** Sends raw bytes, then `drip`, if set, every 20 ms. Returns all bytes received until the connection closes. */
function send(text: string, drip?: string): Promise<RawAnswer> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let receivedText = '';
    const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 20);
    socket.on('data', (chunk: Buffer) => (receivedText += chunk.toString()));
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ text: receivedText, tookMs: performance.now() - startedAtMs });
    });
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

function read({ text }: RawAnswer) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(': ') as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: JSON.parse(body) as unknown,
  };
}

const HOST = 'host: 127.0.0.1\r\nconnection: close\r\n';

describe('a malformed request', () => {
  it.each([
    ['is no HTTP', 'garbage\r\n\r\n', 400],
    ['has a header with a blank in its name', `GET /api/x/1 HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`, 400],
    [
      'names its length twice',
      `POST /api/x/ HTTP/1.1\r\n${HOST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['has no host', 'GET /api/x/1 HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    [
      'has a head longer than the edge lets through',
      `GET /api/x/1 HTTP/1.1\r\n${HOST}${`x: ${'a'.repeat(16_000)}\r\n`.repeat(6)}\r\n`,
      431,
    ],
    [
      'hides megabytes beside its chunks',
      `POST /api/x/ HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}`,
      413,
    ],
    ['has an address that cannot be read', `GET /api/x/%zz HTTP/1.1\r\n${HOST}\r\n`, 400],
    [
      'has a part of an address that is too long',
      `GET /api/x/${'a'.repeat(300)} HTTP/1.1\r\n${HOST}\r\n`,
      414,
    ],
    [
      'is larger than a body may be',
      `POST /api/x/ HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 70000\r\n\r\n{`,
      413,
    ],
    ['asks for no call', `GET /nothing HTTP/1.1\r\n${HOST}\r\n`, 404],
    ['wants another protocol', `GET /api/x/1 HTTP/1.1\r\n${HOST}expect: magic\r\n\r\n`, 417],
  ])('a malformed request gets the API’s envelope and headers: it %s', async (_what, text, status) => {
    const answer = read(await send(text));
    expect(answer).toMatchObject({ status, headers: API_HEADERS, body: { data: null } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.stringify(answer.body)).not.toMatch(/[a-z]{3,} [a-z]{3,}/);
  });
});

it('a request head as long as nginx at the edge allows is accepted by the API', async () => {
  const line = `x: ${'a'.repeat(HEADER_BYTES_MAX / 4 - 100)}\r\n`;
  const { text } = await send(`GET /api/x/1 HTTP/1.1\r\n${HOST}${line.repeat(4)}\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a body that comes a byte at a time', () => {
  const head = (type: string, more: string) =>
    `POST /api/x/ HTTP/1.1\r\n${HOST}content-type: ${type}\r\n${more}\r\n\r\n`;

  it.each([
    ['with its length', head('application/json', 'content-length: 60000'), ' '],
    ['in chunks', head('application/json', 'transfer-encoding: chunked'), '1\r\n \r\n'],
  ])(
    'a body that comes a byte at a time is refused after the time limit, %s, and never reaches a handler',
    async (_what, text, drip) => {
      const rawAnswer = await send(text, drip);
      expect(read(rawAnswer)).toMatchObject({ status: 408, headers: API_HEADERS, body: { result: 22001 } });
      expect(rawAnswer.tookMs).toBeGreaterThanOrEqual(BODY_WITHIN_MS);
      expect(rawAnswer.tookMs).toBeLessThan(9_000);
      expect(handled).toBe(0);
    },
  );
});
