import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePorts } from '../../../../../tools/stack/ports.ts';
import { createLogger } from '../../platform/logger.ts';
import { releaseDesk } from '../../platform/restate-deployments.ts';
import { serveFlows, type FlowServer } from '../../platform/restate-serving.ts';
import { restateClient, restateObject } from '../../platform/restate.ts';
import { soon } from '../../test/operator-desk.ts';
import { signed } from '../../test/signed.ts';
import { openDatabase, type TestDatabase } from '../../test/test-database.ts';
import { testEngine } from '../../test/test-engine.ts';
import { actionsSince } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused } from '../refusals.ts';
import { currentBuild } from './flow-build.store.ts';
import { listBuilds, registerBuild, removeBuild, rollBackTo, waitForDrain } from './release-builds.ts';

/** A worker process with the steps of its build. `hold` keeps its first step from ending. */
interface Worker {
  readonly build: string;
  readonly base: string;
  readonly ran: string[];
  hold(): () => void;
  stop(): Promise<unknown>;
}

let base: TestDatabase;
let name: string;
let desk: OperatorContext;
let workers: Worker[] = [];

beforeAll(async () => {
  base = await openDatabase();
});
afterAll(() => base.close());
beforeEach(() => {
  name = `release-${randomUUID().slice(0, 8)}`;
  const orders = { db: base.db, now: () => new Date(), newId: randomUUID, logger: createLogger('silent') };
  const releases = releaseDesk(testEngine().admin, name);
  desk = { orders, releases, operators: { roots: [] } } as unknown as OperatorContext;
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

async function startWorker(build: string, steps: readonly string[]): Promise<Worker> {
  const [port = 0] = await freePorts(1);
  const ran: string[] = [];
  let held: Promise<void> = Promise.resolve();
  const object = restateObject<{ work: null }, { work: string }>(name, {
    async work(flow, key) {
      for (const step of steps)
        await flow.step(step, async () => {
          ran.push(`${key} ${step}`);
          await held;
          return null;
        });
      return build;
    },
  });
  const server: FlowServer = await serveFlows({
    services: [object],
    host: '127.0.0.1',
    port,
    path: `/b/${build}`,
    identityKeys: [],
    logger: createLogger('silent'),
  });
  const worker = {
    build,
    base: `http://127.0.0.1:${port}`,
    ran,
    hold() {
      let free: () => void = () => {};
      held = new Promise((resolve) => (free = resolve));
      return free;
    },
    stop: () => server.drain(0),
  };
  workers.push(worker);
  return worker;
}

const client = () => restateClient<{ work: null }, { work: string }>(testEngine().ingress, name);
const work = (key: string) =>
  client().call('work', key, null, { idempotencyKey: randomUUID(), waitMsMax: 30_000 });
const register = ({ build, base: at }: Worker) => registerBuild(desk, signed(), { build, base: at });
async function newest(): Promise<string | undefined> {
  const builds = await listBuilds(desk);
  return isRefused(builds) ? undefined : builds.find(({ isNewest }) => isNewest)?.build;
}
const LOOK = {
  everyMs: 20,
  withinMs: 20_000,
  pause: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  progress: () => {},
};

describe('a release', () => {
  it('after a release running flows end on the old build and new flows start on the new one; then the old build can be removed', async () => {
    const old = await startWorker(`a-${name}`, ['begin', 'pay']);
    expect(await register(old)).toMatchObject({ kind: 'done', action: { after: { newest: old.build } } });
    const free = old.hold();
    const inFlight = work('one');
    await soon(async () => expect(old.ran).toEqual(['one begin']));

    const next = await startWorker(`b-${name}`, ['begin', 'weigh the risk', 'pay']);
    expect(await register(next)).toMatchObject({ kind: 'done', action: { before: { newest: old.build } } });
    expect(await currentBuild(base.db)).toEqual({ build: next.build, url: `${next.base}/b/${next.build}` });
    expect(await work('two')).toEqual({ kind: 'answered', answer: next.build });
    expect(await removeBuild(desk, signed(), old.build)).toMatchObject({ because: 'build-in-use' });
    expect(await waitForDrain(desk, old.build, { ...LOOK, withinMs: 0 })).toEqual({ left: 1 });

    free();
    expect(await inFlight).toEqual({ kind: 'answered', answer: old.build });
    expect(old.ran).toEqual(['one begin', 'one pay']);
    expect(await waitForDrain(desk, old.build, LOOK)).toEqual({ left: 0 });
    expect(await removeBuild(desk, signed(), old.build)).toMatchObject({ kind: 'done' });
    expect(await work('three')).toEqual({ kind: 'answered', answer: next.build });
    expect(await rollBackTo(desk, signed(), old.build)).toMatchObject({ because: 'no-such-build' });
  });

  it('after a rollback new flows start on the old build, and flows started on the new build end there', async () => {
    const old = await startWorker(`a-${name}`, ['begin', 'pay']);
    const next = await startWorker(`b-${name}`, ['begin', 'weigh', 'pay']);
    await register(old);
    await register(next);
    const free = next.hold();
    const inFlight = work('one');
    await soon(async () => expect(next.ran).toEqual(['one begin']));
    // Registering the old build again does not make it the newest.
    expect(await register(old)).toMatchObject({ because: 'build-is-old' });
    expect(await newest()).toBe(next.build);
    expect(await rollBackTo(desk, signed(), old.build)).toMatchObject({ kind: 'done' });
    expect(await newest()).toBe(old.build);
    expect((await currentBuild(base.db))?.build).toBe(old.build);
    expect(await work('two')).toEqual({ kind: 'answered', answer: old.build });
    free();
    expect(await inFlight).toEqual({ kind: 'answered', answer: next.build });
  });

  it('removing a build in use or registering an unreachable one is refused, and no operator action is recorded', async () => {
    const only = await startWorker(`a-${name}`, ['begin']);
    await register(only);
    const before = (await actionsSince(base.db, new Date(0), 100)).length;
    expect(await removeBuild(desk, signed(), only.build)).toMatchObject({ because: 'build-is-current' });
    expect(await waitForDrain(desk, only.build, LOOK)).toMatchObject({ because: 'build-is-current' });
    const nobody = { build: `c-${name}`, base: 'http://127.0.0.1:1' };
    expect(await registerBuild(desk, signed(), nobody)).toMatchObject({ because: 'build-not-taken' });
    expect(await registerBuild(desk, signed(), { build: '../x', base: only.base })).toMatchObject({
      because: 'build-unreadable',
    });
    const away = { ...desk, releases: releaseDesk({ url: 'http://127.0.0.1:1', token: null }, name) };
    expect(await rollBackTo(away, signed(), only.build)).toMatchObject({ because: 'engine-away' });
    expect(await registerBuild(away, signed(), only)).toMatchObject({ because: 'engine-away' });
    expect((await actionsSince(base.db, new Date(0), 100)).length).toBe(before);
    expect((await currentBuild(base.db))?.build).toBe(only.build);
  });
});
