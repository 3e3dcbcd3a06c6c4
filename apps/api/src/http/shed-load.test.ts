import { connect, type Socket } from 'node:net';
import { createCoinPay, listSavedCards, readOrder, readServerTime, refusalOfResult } from '@jawhara/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createServer } from './server.ts';
import { shedLoad, type LoadLimits } from './shed-load.ts';

let server: FastifyInstance;
let url: string;
let held: (() => void)[] = [];
let nowMs = 0;
let providerMs: number | null = 0;
let metrics: Metrics;

async function open(atOnce: LoadLimits['atOnce']): Promise<void> {
  held = [];
  nowMs = 0;
  providerMs = 0;
  metrics = createMetrics();
  server = await createServer(pino({ level: 'silent' }), () => 'an-id', ['127.0.0.1']);
  shedLoad(server, { atOnce, waitMs: { requests: 500, orders: 1_000 }, monotonicMs: () => nowMs }, metrics);
  const hold = (request: FastifyRequest) =>
    new Promise((resolve) =>
      held.push(() => {
        request.providerMs = providerMs;
        resolve({ ok: true });
      }),
    );
  server.post(createCoinPay.path, hold);
  for (const { path } of [readServerTime, readOrder, listSavedCards]) server.get(path, hold);
  server.get('/readyz', async () => ({ ready: true }));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
}
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

describe('more requests than a process can carry', () => {
  beforeEach(() => open({ requests: 3, orders: 1 }));

  it('a payment above the limit of concurrent payments is refused as busy, before its handler runs', async () => {
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

  it('a call above the limit of concurrent calls is refused as busy, and the readiness probe is still answered', async () => {
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
    // The second payment is answered as soon as it has been admitted.
    const letGo = setInterval(() => held[1]?.(), 10);
    await vi.waitFor(async () => expect((await pay()).status).toBe(200), { timeout: PATIENCE_MS });
    clearInterval(letGo);
  });
});

describe('calls that wait longer than they should', () => {
  beforeEach(() => open({ requests: 400, orders: 100 }));

  /** Makes so many calls together, answers all of them after this time, and returns their statuses. */
  const together = async (call: () => Promise<Response>, count: number, waitMs: number) => {
    const before = held.length;
    const calls = Array.from({ length: count }, call);
    await vi.waitFor(
      async () => expect(held.length - before + (await refusedSoFar()) - refusedBefore).toBe(count),
      { timeout: PATIENCE_MS },
    );
    nowMs += waitMs;
    for (const free of held.slice(before)) free();
    const answers = await Promise.all(calls);
    refusedBefore = await refusedSoFar();
    return answers.map(({ status }) => status);
  };
  let refusedBefore = 0;
  beforeEach(() => {
    refusedBefore = 0;
  });
  const refusedSoFar = async (): Promise<number> => {
    const line = /jawhara_guard_refusals_total\{guard="wait"\} (\d+)/.exec(await metrics.text());
    return Number(line?.[1] ?? 0);
  };
  const carried = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;
  const list = () => fetch(`${url}${listSavedCards.path}`);

  it('after payments that waited long, fewer payments are admitted at once, and the rest are refused as busy', async () => {
    expect(carried(await together(pay, 20, 4_000))).toBe(16);
    expect(carried(await together(pay, 20, 1_000))).toBe(8);
    const holding = Array.from({ length: 8 }, pay);
    await isHolding(32);
    expect(await readRefusal(await pay())).toEqual({ status: 503, retryAfter: '2', refusal: 'busy' });
    for (const free of held) free();
    await Promise.all(holding);
  });

  it('after quick payments that used the whole limit, more payments are admitted at once', async () => {
    expect(carried(await together(pay, 20, 600))).toBe(16);
    expect(carried(await together(pay, 30, 1_000))).toBe(24);
  });

  it('neither a slow provider nor a payment whose provider’s time is unknown lowers the limit of concurrent payments', async () => {
    providerMs = 7_900;
    expect(carried(await together(pay, 15, 8_000))).toBe(15);
    providerMs = null;
    expect(carried(await together(pay, 15, 8_000))).toBe(15);
    providerMs = 0;
    expect(carried(await together(pay, 16, 1_000))).toBe(16);
  });

  it('browsing that waits long is refused, while payments, the reading of orders and the server time are answered', async () => {
    expect(carried(await together(list, 128, 1_000))).toBe(128);
    expect(carried(await together(list, 128, 500))).toBe(64);
    const holding = Array.from({ length: 64 }, list);
    await isHolding(192 + 64);
    expect(await readRefusal(await list())).toEqual({ status: 503, retryAfter: '2', refusal: 'busy' });
    const others = [pay(), read(), fetch(`${url}${readOrder.path}`)];
    await isHolding(192 + 64 + 3);
    for (const free of held) free();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(holding);
  });

  it('quick refusals among the answers do not hide that payments wait long', async () => {
    expect(carried(await together(pay, 16, 4_000))).toBe(16);
    const bad = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${url}${createCoinPay.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{',
        }),
      ),
    );
    expect(bad.every(({ status }) => status >= 400)).toBe(true);
    expect(carried(await together(pay, 16, 1_000))).toBe(8);
  });
});
