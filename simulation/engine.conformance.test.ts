import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FlowDesk } from '../apps/api/src/operator/operator-context.ts';
import { NothingThere, type FlowClient, type FlowHandlers } from '../apps/api/src/platform/flow.ts';
import { createLogger } from '../apps/api/src/platform/logger.ts';
import { flowsOfKey, killFlow, resumeFlow, troubledFlows } from '../apps/api/src/platform/restate-admin.ts';
import { registerFlows, restateClient, restateObject } from '../apps/api/src/platform/restate.ts';
import { serveFlows } from '../apps/api/src/platform/restate-serving.ts';
import { testEngine } from '../apps/api/src/test/test-engine.ts';
import { freePorts } from '../tools/stack/ports.ts';
import { DAY_MS, VirtualClock } from './clock.ts';
import { IDEMPOTENCY_RETENTION_MS, SimulatedEngine } from './engine.ts';
import { Scheduler } from './scheduler.ts';

type Events = { work: { readonly does: string } };
type Answers = { work: string };

/** The behaviour that a test gives to the handler. */
interface Script {
  /** Work whose second step throws for now, by `does`. */
  readonly broken: Set<string>;
  readonly log: string[];
  /** By the `does` of work that waits in its second step: a call ends the wait. */
  readonly release: Map<string, () => void>;
}

interface EngineUnderTest {
  readonly client: FlowClient<Events, Answers>;
  readonly desk: FlowDesk;
  /** Lets the engine run until the condition holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
  /** How long the engine remembers an idempotency key after the work sent under it has ended. */
  readIdempotencyRetentionMs(): Promise<number>;
  close(): Promise<void>;
}

/** A handler with three steps: the first always passes, the second fails or waits where the test wants it, the last returns. */
function handlersOf({ broken, log, release }: Script): FlowHandlers<Events, Answers> {
  return {
    async work({ step }, key, { does }) {
      await step('first', async () => {
        log.push(`first of ${does}`);
        return null;
      });
      await step('second', async () => {
        if (does.startsWith('missing')) throw new NothingThere('not there');
        if (broken.has(does)) throw new Error(`${does} is broken`);
        if (does.startsWith('waits')) await new Promise<void>((resolve) => release.set(does, resolve));
        log.push(`second of ${does}`);
        return null;
      });
      return step('last', async () => `${does} of ${key}`);
    },
  };
}

async function restate(script: Script): Promise<EngineUnderTest> {
  const name = `conformance-${randomBytes(5).toString('hex')}`;
  const { ingress, admin } = testEngine();
  const [port = 0] = await freePorts(1);
  const server = await serveFlows({
    services: [restateObject(name, handlersOf(script))],
    host: '127.0.0.1',
    port,
    path: '/b/conformance',
    identityKeys: [],
    logger: createLogger('silent'),
  });
  if (!(await registerFlows(admin, `http://127.0.0.1:${port}/b/conformance`)))
    throw new Error('not registered');
  return {
    client: restateClient(ingress, name),
    desk: {
      troubled: () => troubledFlows(admin, name),
      ofOrder: (key) => flowsOfKey(admin, name, key),
      kill: (id) => killFlow(admin, id),
      resume: (id) => resumeFlow(admin, id),
    },
    until: (holds) =>
      vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000, interval: 50 }),
    async readIdempotencyRetentionMs() {
      const answer = await fetch(`${admin.url}/services/${name}`);
      const { idempotency_retention: retention } = (await answer.json()) as { idempotency_retention: string };
      return retention === '1d' ? DAY_MS : Number.NaN;
    },
    close: async () => void (await server.drain(0)),
  };
}

function simulated(script: Script): EngineUnderTest {
  const clock = new VirtualClock();
  const scheduler = new Scheduler();
  const deps = { clock, scheduler, log: () => {}, nameOf: (key: string) => key };
  const engine = new SimulatedEngine<Events, Answers>(handlersOf(script), deps);
  return {
    client: engine.client,
    desk: engine.desk,
    async until(holds) {
      for (let turn = 0; turn < 500 && !(await holds()); turn += 1) {
        engine.dispatch();
        const [task] = scheduler.runnable();
        if (task === undefined) clock.forward(100);
        else await scheduler.advance(task);
        await scheduler.settle();
      }
      expect(await holds()).toBe(true);
    },
    readIdempotencyRetentionMs: async () => IDEMPOTENCY_RETENTION_MS,
    close: async () => {},
  };
}

/** The simulated engine encodes our assumptions about Restate, so both must pass these tests. */
describe.each([
  ['Restate', restate],
  ['the simulated engine', async (script: Script) => simulated(script)],
] as const)('the workflow engine: %s', (_name, open) => {
  const script: Script = { broken: new Set(), log: [], release: new Map() };
  let engine: EngineUnderTest;
  beforeAll(async () => {
    engine = await open(script);
  });
  afterAll(() => engine.close());

  const named = (what: string): string => `${what}-${randomUUID()}`;
  const send = (key: string, does: string, name = named('name')) =>
    engine.client.send('work', key, { does }, { idempotencyKey: name });
  const logged = (line: string): number => script.log.filter((one) => one === line).length;
  const troubleOf = async (key: string) =>
    (await engine.desk.troubled())?.flows.find((flow) => flow.key === key);

  it('the workflow engine runs the handlers of one key one after the other, in order of arrival', async () => {
    const key = named('key');
    await send(key, `waits-${key}`);
    await send(key, `next-${key}`);
    await engine.until(() => script.release.has(`waits-${key}`));
    expect(logged(`first of next-${key}`)).toBe(0);
    script.release.get(`waits-${key}`)?.();
    await engine.until(() => logged(`second of next-${key}`) === 1);
    expect(script.log.indexOf(`second of waits-${key}`)).toBeLessThan(
      script.log.indexOf(`first of next-${key}`),
    );
  });

  it('the workflow engine does not repeat a recorded step when a later step fails and the handler is replayed', async () => {
    const [key, does] = [named('key'), named('broken')];
    script.broken.add(does);
    await send(key, does);
    await engine.until(async () => ((await troubleOf(key))?.tries ?? 0) > 1);
    script.broken.delete(does);
    await engine.until(() => logged(`second of ${does}`) === 1);
    expect(logged(`first of ${does}`)).toBe(1);
  });

  it('a failing handler of the workflow engine blocks later work of its own key, and not work of other keys', async () => {
    const [key, other, does] = [named('key'), named('key'), named('broken')];
    script.broken.add(does);
    await send(key, does);
    await send(key, `behind-${key}`);
    await send(other, `beside-${other}`);
    await engine.until(() => logged(`second of beside-${other}`) === 1);
    await engine.until(async () => ((await troubleOf(key))?.tries ?? 0) > 1);
    expect(logged(`first of behind-${key}`)).toBe(0);
    script.broken.delete(does);
    await engine.until(() => logged(`second of behind-${key}`) === 1);
  });

  it('the workflow engine does not run killed work again under the same idempotency key, but runs other work', async () => {
    const [key, does, name] = [named('key'), named('broken'), named('name')];
    script.broken.add(does);
    await send(key, does, name);
    await engine.until(async () => (await troubleOf(key)) !== undefined);
    const flow = await troubleOf(key);
    expect(await engine.desk.kill(flow?.id ?? '')).toBe('done');
    await engine.until(async () => (await troubleOf(key)) === undefined);
    script.broken.delete(does);
    await send(key, does, name);
    await send(key, `after-${key}`);
    await engine.until(() => logged(`second of after-${key}`) === 1);
    expect(logged(`second of ${does}`)).toBe(0);
  });

  it('sending work to the engine answers whether its idempotency key is new, in progress or ended, also after the work was killed', async () => {
    const [key, does, name] = [named('key'), named('broken'), named('name')];
    const enqueue = () => engine.client.enqueue('work', key, { does }, name);
    script.broken.add(does);
    expect(await enqueue()).toBe('taken');
    await engine.until(async () => ((await troubleOf(key))?.tries ?? 0) > 1);
    expect(await enqueue()).toBe('waiting');
    expect(await engine.desk.kill((await troubleOf(key))?.id ?? '')).toBe('done');
    await engine.until(async () => (await enqueue()) === 'ended');
    script.broken.delete(does);
  });

  it('work sent to the engine twice under one idempotency key runs once, and both calls get its answer', async () => {
    const [key, does, name] = [named('key'), named('twice'), named('name')];
    const call = () => engine.client.call('work', key, { does }, { idempotencyKey: name, waitMsMax: 30_000 });
    const calls = [call(), call()];
    await engine.until(() => logged(`second of ${does}`) === 1);
    await engine.until(async () => {
      const again = await Promise.race([call(), new Promise((resolve) => void setTimeout(resolve, 5))]);
      return again !== undefined;
    });
    const answers = await Promise.all(calls);
    expect(answers).toEqual([0, 1].map(() => ({ kind: 'answered', answer: `${does} of ${key}` })));
    expect(logged(`first of ${does}`)).toBe(1);
  });

  it('engine work about an object that does not exist ends without a retry, and its caller gets no answer', async () => {
    const [key, does] = [named('key'), named('missing')];
    const call = engine.client.call(
      'work',
      key,
      { does },
      { idempotencyKey: named('name'), waitMsMax: 30_000 },
    );
    let answer: unknown;
    void call.then((value) => (answer = value));
    await engine.until(() => answer !== undefined);
    expect(answer).toEqual({ kind: 'engine-away' });
    expect(logged(`first of ${does}`)).toBe(1);
  });

  it('engine work that an operator resumes is retried at once', async () => {
    const [key, does] = [named('key'), named('broken')];
    script.broken.add(does);
    await send(key, does);
    await engine.until(async () => ((await troubleOf(key))?.tries ?? 0) > 1);
    script.broken.delete(does);
    expect(await engine.desk.resume((await troubleOf(key))?.id ?? '')).toBe('done');
    await engine.until(() => logged(`second of ${does}`) === 1);
  });

  it('the workflow engine remembers the idempotency key of ended work for a day', async () => {
    expect(await engine.readIdempotencyRetentionMs()).toBe(IDEMPOTENCY_RETENTION_MS);
  });
});

it('the simulated engine runs work again under an idempotency key whose work ended a day ago', async () => {
  const script: Script = { broken: new Set(), log: [], release: new Map() };
  const clock = new VirtualClock();
  const scheduler = new Scheduler();
  const engine = new SimulatedEngine<Events, Answers>(handlersOf(script), {
    clock,
    scheduler,
    log: () => {},
    nameOf: (key) => key,
  });
  const play = async (): Promise<void> => {
    await engine.client.send('work', 'key', { does: 'again' }, { idempotencyKey: 'name' });
    for (let turn = 0; turn < 20; turn += 1) {
      engine.dispatch();
      const [task] = scheduler.runnable();
      if (task !== undefined) await scheduler.advance(task);
    }
  };
  await play();
  clock.forward(IDEMPOTENCY_RETENTION_MS - 1);
  await play();
  expect(script.log.filter((line) => line === 'second of again')).toHaveLength(1);
  clock.forward(1);
  await play();
  expect(script.log.filter((line) => line === 'second of again')).toHaveLength(2);
});
