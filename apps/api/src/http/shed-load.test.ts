import { connect, type Socket } from 'node:net';
import { createCoinPay, readServerTime, refusalOfResult } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createServer } from './server.ts';
import { shedLoad } from './shed-load.ts';

let server: FastifyInstance;
let url: string;
let held: (() => void)[] = [];

beforeEach(async () => {
  held = [];
  server = await createServer(pino({ level: 'silent' }), () => 'an-id', ['127.0.0.1']);
  shedLoad(server, { requests: 3, orders: 1 }, createMetrics());
  const hold = () => new Promise((resolve) => held.push(() => resolve({ ok: true })));
  server.post(createCoinPay.path, hold);
  server.get(readServerTime.path, hold);
  server.get('/readyz', async () => ({ ready: true }));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const free of held) free();
  await server.close();
});

const pay = () => fetch(`${url}${createCoinPay.path}`, { method: 'POST' });
const read = () => fetch(`${url}${readServerTime.path}`);
const isHolding = (count: number) =>
  vi.waitFor(() => expect(held).toHaveLength(count), { timeout: PATIENCE_MS });
const readRefusal = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  refusal: refusalOfResult(((await response.json()) as { result: number }).result),
});

describe('more requests than an instance can carry', () => {
  it('a payment above the limit of concurrent payments is answered busy, before it reaches the order call', async () => {
    const first = pay();
    await isHolding(1);
    expect(await readRefusal(await pay())).toEqual({ status: 503, retryAfter: '2', refusal: 'busy' });
    const reading = read();
    await isHolding(2);
    for (const free of held) free();
    expect([(await first).status, (await reading).status]).toEqual([200, 200]);
    const next = pay();
    await isHolding(3);
    held[2]?.();
    expect((await next).status).toBe(200);
  });

  it('a call above the limit of concurrent calls is answered busy, and the readiness probe still answers', async () => {
    const all = [read(), read(), read()];
    await isHolding(3);
    expect(await readRefusal(await read())).toEqual({ status: 503, retryAfter: '2', refusal: 'busy' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const free of held) free();
    await Promise.all(all);
  });

  it('a request whose body has not arrived does not count towards the limit of concurrent payments', async () => {
    const { hostname, port } = new URL(url);
    const head = `POST ${createCoinPay.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`;
    const slow = await Promise.all(
      [1, 2, 3, 4].map(
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname, () => socket.write(head, () => resolve(socket)));
          }),
      ),
    );
    const paid = pay();
    await isHolding(1);
    held[0]?.();
    expect((await paid).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('a payment whose client disconnects frees its place in the limit of concurrent payments', async () => {
    const gone = new AbortController();
    const lost = fetch(`${url}${createCoinPay.path}`, { method: 'POST', signal: gone.signal });
    await isHolding(1);
    gone.abort();
    await expect(lost).rejects.toThrow('aborted');
    // Held no longer than it takes to see that it was let in.
    const letGo = setInterval(() => held[1]?.(), 10);
    await vi.waitFor(async () => expect((await pay()).status).toBe(200), { timeout: PATIENCE_MS });
    clearInterval(letGo);
  });
});
