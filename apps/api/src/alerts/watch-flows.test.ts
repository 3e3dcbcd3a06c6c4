import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { resumeFlow, troubledFlows, type TroubledFlow } from '../platform/restate-admin.ts';
import { failingFlow, type FailingFlow } from '../test/failing-flow.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { openAlerts } from './alert.store.ts';
import { isStuck, watchFlows } from './watch-flows.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let base: TestDatabase;
let flow: FailingFlow;
beforeAll(async () => {
  base = await openDatabase();
  flow = await failingFlow();
});
afterAll(async () => {
  await flow.close();
  await base.close();
});

const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });

function watch(admin = flow.admin) {
  const metrics = createMetrics();
  const { look } = watchFlows(metrics, {
    db: base.db,
    now: () => new Date(),
    newId: randomUUID,
    logger: createLogger('silent'),
    troubled: () => troubledFlows(admin, flow.objectName),
  });
  const gauge = async (name: string) =>
    new RegExp(`^jawhara_${name} (.+)$`, 'm').exec(await metrics.text())?.[1];
  return { look, gauge };
}

it('[ORD-15] a flow that keeps failing is counted and raises an alert, which closes when the flow runs again', async () => {
  const { look, gauge } = watch();
  expect(await gauge('flows_paused')).toBe('Nan');
  await look();
  expect(await gauge('flows_paused')).toBe('0');
  const key = randomUUID();
  await flow.begin(key);
  const troubled = await soon(async () => {
    await look();
    expect(await gauge('flows_backing_off')).toBe('1');
    const [found] = (await troubledFlows(flow.admin, flow.objectName))?.flows ?? [];
    expect(found).toMatchObject({ key, event: 'work', step: 'fails' });
    return found as TroubledFlow;
  });
  expect(troubled.failure).toContain('the step is broken');
  expect(await openAlerts(base.db, 10)).toEqual([]); // no alert yet: the flow has failed only for a moment

  await flow.pause(troubled.id);
  await soon(async () => {
    await look();
    expect(await gauge('flows_paused')).toBe('1');
  });
  await look();
  expect(await openAlerts(base.db, 10)).toMatchObject([
    { kind: 'flow-stuck', subject: `flow:${key}`, orderId: key, urgency: 'now', detail: { step: 'fails' } },
  ]);

  flow.isBroken = false;
  expect(await resumeFlow(flow.admin, troubled.id)).toBe('done');
  await soon(async () => expect(flow.ended(key)).toBe(1));
  await soon(async () => {
    await look();
    expect(await openAlerts(base.db, 10)).toEqual([]);
  });
  const [closed] = await base.db`select closed_by from alerts`;
  expect(closed).toEqual({ closed_by: 'by itself' });
  expect(await resumeFlow(flow.admin, troubled.id)).toBe('not-there');
});

it('no alert of a stuck flow closes while the list of stuck flows is incomplete', async () => {
  await base.db`delete from alerts`;
  const flows: TroubledFlow[] = ['a', 'b'].map((key) => ({
    id: `inv_${key}`,
    key,
    event: 'pay',
    status: 'paused',
    tries: 1,
    nextTryAt: null,
    beganAt: new Date(),
    step: null,
    failure: 'card 4242',
  }));
  let seen = { flows, isAll: true };
  const { look } = watchFlows(createMetrics(), {
    db: base.db,
    now: () => new Date(),
    newId: randomUUID,
    logger: createLogger('silent'),
    troubled: async () => seen,
  });
  const open = async () => (await openAlerts(base.db, 10)).map(({ subject }) => subject).toSorted();
  await look();
  expect(await open()).toEqual(['flow:a', 'flow:b']);
  seen = { flows: flows.slice(1), isAll: false };
  await look();
  expect(await open()).toEqual(['flow:a', 'flow:b']);
  seen = { flows: flows.slice(1), isAll: true };
  await look();
  expect(await open()).toEqual(['flow:b']);
  // A step's error may contain the step's input, so it is shown only on the operator's command line.
  expect(JSON.stringify(await base.db`select detail from alerts`)).not.toContain('4242');
});

it('while the engine does not answer no stuck flow is counted, and flows cannot be resumed', async () => {
  await base.db`delete from alerts`;
  const { look, gauge } = watch({ url: 'http://127.0.0.1:1', token: null });
  await look();
  expect(await gauge('flows_backing_off')).toBe('Nan');
  expect(await troubledFlows({ url: 'http://127.0.0.1:1', token: null }, flow.objectName)).toBeNull();
  expect(await resumeFlow({ url: 'http://127.0.0.1:1', token: null }, 'inv_x')).toBe('engine-away');
});

it('a flow counts as stuck when it is paused, was tried ten times, waits long for its next try, or runs for minutes', () => {
  const now = new Date('2026-11-15T10:00:00Z');
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const fine: TroubledFlow = {
    id: 'inv_1',
    key: 'k',
    event: 'pay',
    status: 'backing-off',
    tries: 9,
    nextTryAt: before(-60_000),
    beganAt: before(300_000),
    step: null,
    failure: null,
  };
  expect(isStuck(fine, now)).toBe(false);
  expect(isStuck({ ...fine, status: 'paused' }, now)).toBe(true);
  expect(isStuck({ ...fine, tries: 10 }, now)).toBe(true);
  expect(isStuck({ ...fine, nextTryAt: before(-60_001) }, now)).toBe(true);
  expect(isStuck({ ...fine, status: 'running', nextTryAt: null, beganAt: before(300_001) }, now)).toBe(true);
  expect(isStuck({ ...fine, nextTryAt: null }, now)).toBe(false);
});
