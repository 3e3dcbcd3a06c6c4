import { connect } from 'node:tls';
import { BODY_WITHIN_MS } from '@jawhara/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from '../../apps/api/src/http/server.ts';
import { createLogger } from '../../apps/api/src/platform/logger.ts';
import { REFUSAL_HEADERS } from '../../apps/web/build/edge/edge-headers.ts';
import { sendRaw } from './test/raw-request.ts';
import { patientApi, startSmallEdge, type SmallEdge } from './test/small-edge.ts';
import { visitUnderAttack } from './test/visit-under-attack.ts';

let edge: SmallEdge | null = null;
afterEach(async () => {
  await edge?.stop();
  edge = null;
});

const HOST = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const SERVED_WITHIN_MS = 1_000;
/**
 * nginx counts an address only once a head is complete: with a quarter of these connections, the senders' handshakes alone
 * would fill the edge at times.
 */
const CONNECTIONS = 1_024;

describe('many slow connections from one address', () => {
  it.each(['body', 'stream', 'unwanted-body', 'idle'] as const)(
    'a visitor is served, mostly within a second, while another address holds many slow connections: %s',
    async (phase) => {
      edge = await startSmallEdge({
        api: patientApi(),
        connections: CONNECTIONS,
        env: { EDGE_CONNECTIONS_PER_ADDRESS: '100' },
      });
      const { answers, counts } = await visitUnderAttack({
        phase,
        port: edge.port,
        count: 1_100,
      });
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      // A single slow visit can be caused by a busy machine; if half of them are slow, the attack is the cause.
      const times = answers.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
      const [median, slowest] = [times[Math.floor(times.length / 2)], times.at(-1)];
      console.log(
        `${phase}: ${times.length} visits, median ${median} ms, slowest ${slowest} ms, ${counts.tries} connections tried`,
      );
      expect(median).toBeLessThan(SERVED_WITHIN_MS);
      expect(counts.tries).toBeGreaterThanOrEqual(CONNECTIONS);
    },
  );
});

/** A call that announces a body and does not send it. */
function beginCall(port: number): Promise<() => void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      socket.write(`POST /api/x/ HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n{`, () =>
        resolve(() => socket.destroy()),
      );
    });
    socket.on('error', () => {});
  });
}

it('an address above its connection limit is refused with the site’s page or the envelope and a retry time', async () => {
  edge = await startSmallEdge({ api: patientApi(), env: { EDGE_CONNECTIONS_PER_ADDRESS: '3' } });
  const { port } = edge;
  const ends = await Promise.all([1, 2, 3].map(() => beginCall(port)));
  const headers = { ...REFUSAL_HEADERS, 'retry-after': '2' };
  await expect
    .poll(async () => sendRaw({ port, text: `GET /pay HTTP/1.1\r\n${HOST}\r\n` }))
    .toMatchObject({ status: 429, headers, body: expect.stringContaining('الخدمة مزدحمة') as string });
  const call = await sendRaw({ port, text: `GET /api/x/ HTTP/1.1\r\n${HOST}\r\n` });
  expect([call.status, JSON.parse(call.body)]).toMatchObject([429, { result: 22016, data: null }]);
  for (const end of ends) end();
  await expect
    .poll(async () => (await sendRaw({ port, text: `GET /pay HTTP/1.1\r\n${HOST}\r\n` })).status)
    .toBe(200);
});

it('calls of an address above its limit per second are refused, and pages are served', async () => {
  edge = await startSmallEdge({ api: patientApi(), env: { EDGE_CALLS_PER_SECOND: '5' } });
  const { port } = edge;
  const text = `GET /api/x/ HTTP/1.1\r\n${HOST}\r\n`;
  const all = await Promise.all(Array.from({ length: 40 }, () => sendRaw({ port, text })));
  const refused = all.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(all.length - refused.length).toBeGreaterThanOrEqual(10);
  const pages = Array.from({ length: 40 }, () => sendRaw({ port, text: `GET /pay HTTP/1.1\r\n${HOST}\r\n` }));
  expect((await Promise.all(pages)).every(({ status }) => status === 200)).toBe(true);
});

it('a request body sent a byte at a time is ended by the API with status 408', async () => {
  const api = await createServer(createLogger('silent'), () => 'an-id', ['127.0.0.1']);
  api.post('/api/x/', async () => ({ result: 0 }));
  await api.ready();
  edge = await startSmallEdge({ api: api.server });
  const { port } = edge;
  const startedAtMs = performance.now();
  const rawAnswer = await new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const type = 'Content-Type: application/json\r\nContent-Length: 60000\r\n';
      socket.write(`POST /api/x/ HTTP/1.1\r\n${HOST}${type}\r\n{`);
    });
    const drip = setInterval(() => socket.write(' '), 1_000);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(drip);
      resolve(text);
    });
  });
  const tookMs = performance.now() - startedAtMs;
  expect(rawAnswer).toMatch(/^HTTP\/1\.1 408 /);
  expect(rawAnswer).toContain('"result":22001');
  expect(tookMs).toBeGreaterThanOrEqual(BODY_WITHIN_MS);
  expect(tookMs).toBeLessThan(BODY_WITHIN_MS + 15_000);
});
