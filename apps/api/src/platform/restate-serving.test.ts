import http2 from 'node:http2';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { testEngine } from '../test/test-engine.ts';
import { registerFlows, restateClient, restateObject, runningBuild, aliveService } from './restate.ts';
import { serveFlows, type FlowServer } from './restate-serving.ts';

const BUILD = 'a1b2c3';
const PATH = `/b/${BUILD}`;
const KEY = 'publickeyv1_w7YHemBctH5Ck2nQRQ47iBBqhNHy4FV7t2Usbye2A6f';

let port: number;
let server: FlowServer | null = null;
const lines: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

const serve = async (services: Parameters<typeof serveFlows>[0]['services'], identityKeys: string[] = []) => {
  server = await serveFlows({ services, host: '127.0.0.1', port, path: PATH, identityKeys, logger });
  return server;
};

/** Sends a request as a load balancer and the engine do: HTTP/2 without TLS. */
async function statusOf(path: string): Promise<number> {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  try {
    return await new Promise<number>((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request({ ':path': path });
      stream.on('response', (headers) => resolve(Number(headers[':status'])));
      stream.on('error', reject);
      stream.resume();
    });
  } finally {
    session.destroy();
  }
}

beforeEach(async () => {
  [port = 0] = await freePorts(1);
  lines.length = 0;
});
afterEach(async () => {
  await server?.drain(0);
  server = null;
});

describe('flow handlers served to the engine', () => {
  it('unsigned flow requests on loopback log no warning', async () => {
    await serve([]);
    expect(lines).toEqual([]);
  });

  it('the flow server answers only calls for its own build, and its health check fails while it is stopping', async () => {
    const leaving = await serve([]);
    expect(await statusOf(`${PATH}/discover`)).not.toBe(404);
    expect(await statusOf('/b/other/discover')).toBe(404);
    expect(await statusOf('/discover')).toBe(404);
    expect(await statusOf('/health')).toBe(200);
    leaving.leave();
    expect(await statusOf('/health')).toBe(503);
    expect(await statusOf(`${PATH}/discover`)).not.toBe(503);
  });

  it('a flow request without a signature is refused when identity keys are set', async () => {
    await serve([], [KEY]);
    expect(await statusOf(`${PATH}/discover`)).toBe(401);
    expect(await statusOf('/health')).toBe(200);
  });
});

/** An object with a step that ends only when the test lets it end. */
async function slowObject(name: string) {
  let begin: () => void = () => {};
  let end: () => void = () => {};
  const whenStarted = new Promise<void>((resolve) => (begin = resolve));
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  let runs = 0;
  const object = restateObject<{ work: null }, { work: null }>(name, {
    work: (flow) =>
      flow.step('slow', async () => {
        runs += 1;
        begin();
        await mayEnd;
        return null;
      }),
  });
  await serve([object, aliveService(name, BUILD)]);
  if (!(await registerFlows(testEngine().admin, `http://127.0.0.1:${port}${PATH}`)))
    throw new Error('not registered');
  const client = restateClient<{ work: null }, { work: null }>(testEngine().ingress, name);
  const answer = client.call('work', 'one', null, { idempotencyKey: name, waitMsMax: 20_000 });
  await whenStarted;
  return { answer, end, runs: () => runs };
}

describe('stopping the flow server', () => {
  it('a stopping worker finishes a running step, and the engine receives its answer', async () => {
    const slow = await slowObject(`slow-${port}`);
    const drained = server?.drain(10_000);
    setTimeout(slow.end, 300);
    expect(await drained).toBe(0);
    expect(await slow.answer).toEqual({ kind: 'answered', answer: null });
    expect(slow.runs()).toBe(1);
  });

  it('a stopping worker stops a step that takes longer than allowed, and reports how many steps it stopped', async () => {
    const slow = await slowObject(`cut-${port}`);
    const began = performance.now();
    expect(await server?.drain(200)).toBe(1);
    expect(performance.now() - began).toBeLessThan(5_000);
    slow.end();
  });

  it('a ping through the engine returns the build that runs the flows, and null when no worker runs', async () => {
    const name = `ping-${port}`;
    const slow = await slowObject(name);
    slow.end();
    await slow.answer;
    expect(await runningBuild(testEngine().ingress, name, 0)).toBe(BUILD);
    await server?.drain(1_000);
    expect(await runningBuild(testEngine().ingress, name, 10_000)).toBeNull();
    expect(await runningBuild({ url: 'http://127.0.0.1:1', token: null }, name, 20_000)).toBeNull();
  });
});
