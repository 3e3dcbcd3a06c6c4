import { FAULT } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerInTime } from './deadlines.ts';
import { createServer } from './server.ts';

const WITHIN_MS = 150;

let server: FastifyInstance;
let url: string;
let isFree: () => void = () => {};
beforeAll(async () => {
  server = await createServer(pino({ level: 'silent' }), () => 'an-id', ['127.0.0.1']);
  answerInTime(server, { withinMs: WITHIN_MS, lookEveryMs: 10 });
  server.get('/never', () => new Promise(() => {}));
  server.get('/late', () => new Promise((resolve) => (isFree = () => resolve({ too: 'late' }))));
  server.get('/quick', async () => ({ quick: true }));
  server.get('/begun', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-type': 'text/plain' }).write('half');
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

describe('a call that does not answer', () => {
  it('a call that never answers is answered with a fault in the envelope when its deadline has passed', async () => {
    const startedAtMs = performance.now();
    const response = await fetch(`${url}/never`);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(WITHIN_MS);
    expect(response.status).toBe(FAULT.httpStatus);
    expect(await response.json()).toMatchObject({ result: FAULT.result, data: null });
  });

  it('a call past its deadline does not block other calls, and the answer that it returns later is discarded', async () => {
    const late = fetch(`${url}/late`);
    expect(await (await fetch(`${url}/quick`)).json()).toEqual({ quick: true });
    expect((await late).status).toBe(FAULT.httpStatus);
    isFree();
    expect(await (await fetch(`${url}/quick`)).json()).toEqual({ quick: true });
  });

  it('an answer that is partly sent is cut off at its deadline', async () => {
    const response = await fetch(`${url}/begun`);
    await expect(response.text()).rejects.toThrow(/terminated|closed/);
  });
});
