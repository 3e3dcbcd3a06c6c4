import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAlerts } from '../../alerts/alert.store.ts';
import { watchFlows } from '../../alerts/watch-flows.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { flowsOfKey, killFlow, resumeFlow, troubledFlows } from '../../platform/restate-admin.ts';
import { failingFlow, type FailingFlow } from '../../test/failing-flow.ts';
import { soon } from '../../test/operator-desk.ts';
import { signed } from '../../test/signed.ts';
import { openDatabase, type TestDatabase } from '../../test/test-database.ts';
import { actionsSince } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused } from '../refusals.ts';
import { listStuckFlows, tellAllFlows } from './flow.verbs.ts';
import { tellFlow } from './tell-flow.ts';

let base: TestDatabase;
let flow: FailingFlow;
let desk: OperatorContext;
let look: () => Promise<void>;
beforeAll(async () => {
  base = await openDatabase();
  flow = await failingFlow();
  const { admin, objectName } = flow;
  const troubled = () => troubledFlows(admin, objectName);
  const orders = { db: base.db, now: () => new Date(), newId: randomUUID, logger: createLogger('silent') };
  desk = {
    orders,
    flows: {
      troubled,
      ofOrder: (key: string) => flowsOfKey(admin, objectName, key),
      resume: (id: string) => resumeFlow(admin, id),
      kill: (id: string) => killFlow(admin, id),
    },
    life: { enqueue: async () => 'taken' },
    operators: { roots: [] },
  } as unknown as OperatorContext;
  look = watchFlows(createMetrics(), { ...orders, troubled }).look;
});
afterAll(async () => {
  await flow.close();
  await base.close();
});

/** Starts a flow that fails, pauses it as the engine does after many tries, and waits until its alert is raised. */
async function pausedFlow(): Promise<{ key: string; id: string }> {
  flow.isBroken = true;
  const key = randomUUID();
  await flow.begin(key);
  const id = await soon(async () => {
    const found = (await desk.flows.troubled())?.flows.find((one) => one.key === key);
    expect(found).toBeDefined();
    return found?.id ?? '';
  });
  await flow.pause(id);
  await soon(async () => {
    await look();
    expect((await openAlerts(base.db, 10)).map(({ subject }) => subject)).toContain(`flow:${key}`);
  });
  return { key, id };
}

const isSeen = async (key: string): Promise<boolean> => {
  const flows = await listStuckFlows(desk);
  return !isRefused(flows) && flows.some((one) => one.key === key && one.isStuck);
};

const healed = (key: string) =>
  soon(async () => {
    await look();
    expect((await openAlerts(base.db, 10)).map(({ subject }) => subject)).not.toContain(`flow:${key}`);
  });

it('an operator resumes a stuck flow by its order: the flow completes, and its alert closes by itself', async () => {
  const { key, id } = await pausedFlow();
  expect(await isSeen(key)).toBe(true);
  flow.isBroken = false;
  expect(await tellFlow(desk, signed('omar', 'the cause is mended'), 'resume', key)).toMatchObject({
    kind: 'done',
    action: { verb: 'flows resume', subject: `order:${key}`, before: { flow: id, status: 'paused' } },
  });
  await soon(async () => expect(flow.ended(key)).toBe(1));
  await healed(key);
  expect(await tellFlow(desk, signed(), 'resume', key)).toMatchObject({ because: 'no-such-flow' });
});

it('an operator kills a stuck flow by its flow id, and its alert closes by itself', async () => {
  const { key, id } = await pausedFlow();
  expect(await tellFlow(desk, signed(), 'kill', id)).toMatchObject({
    kind: 'done',
    action: { verb: 'flows kill', after: { flow: id, told: 'kill' } },
  });
  await healed(key);
  expect(flow.ended(key)).toBe(0);
  expect(await isSeen(key)).toBe(false);
});

it('commands about flows are refused when the engine is away, and nothing is recorded', async () => {
  const before = (await actionsSince(base.db, new Date(0), 100)).length;
  const away = { ...desk.flows, troubled: async () => null };
  expect(await tellFlow({ ...desk, flows: away }, signed(), 'kill', 'inv_x')).toMatchObject({
    because: 'engine-away',
  });
  expect(await listStuckFlows({ ...desk, flows: away })).toMatchObject({ because: 'engine-away' });
  const { id } = await pausedFlow();
  const half = { ...desk.flows, kill: async () => 'engine-away' as const };
  expect(await tellFlow({ ...desk, flows: half }, signed(), 'kill', id)).toMatchObject({
    because: 'engine-away',
  });
  expect(await actionsSince(base.db, new Date(0), 100)).toHaveLength(before);
  await tellFlow(desk, signed(), 'kill', id);
});

describe('all flows of an order at once', () => {
  /** Starts a paused flow, and two more of the same order that wait until it ends. */
  async function threeFlows(): Promise<OrderId> {
    const { key } = await pausedFlow();
    await flow.begin(key);
    await flow.begin(key);
    await soon(async () => expect(await statuses(key)).toEqual(['paused', 'waiting', 'waiting']));
    return key as OrderId;
  }
  const statuses = async (key: string) =>
    (await desk.flows.ofOrder(key as OrderId))?.map(({ status }) => status) ?? [];

  it('all flows of an order are killed by one command with one record; a second command finds none', async () => {
    const key = await threeFlows();
    expect(await tellAllFlows(desk, signed('omar', 'they can never end'), 'kill', key)).toMatchObject({
      kind: 'done',
      action: { verb: 'flows kill', subject: `order:${key}`, after: { flows: 3, told: 'kill' } },
    });
    await soon(async () => expect(await statuses(key)).toEqual([]));
    expect(flow.ended(key)).toBe(0);
    expect(await tellAllFlows(desk, signed(), 'kill', key)).toMatchObject({ because: 'no-such-flow' });
  });

  it('resuming all flows of an order resumes the failed one, and the flows waiting behind it then run', async () => {
    const key = await threeFlows();
    flow.isBroken = false;
    expect(await tellAllFlows(desk, signed('salma'), 'resume', key)).toMatchObject({
      action: { verb: 'flows resume', after: { flows: 1 } },
    });
    await soon(async () => expect(flow.ended(key)).toBe(3));
  });

  it('killing all flows of an order is refused when the engine is away, and nothing is recorded', async () => {
    const key = await threeFlows();
    const before = (await actionsSince(base.db, new Date(0), 100)).length;
    const away = { ...desk.flows, ofOrder: async () => null };
    const half = { ...desk.flows, kill: async () => 'engine-away' as const };
    for (const flows of [away, half])
      expect(await tellAllFlows({ ...desk, flows }, signed(), 'kill', key)).toMatchObject({
        because: 'engine-away',
      });
    expect(await tellAllFlows(desk, signed('salma'), 'kill', key)).toMatchObject({ because: 'role-missing' });
    expect(await actionsSince(base.db, new Date(0), 100)).toHaveLength(before);
    await tellAllFlows(desk, signed(), 'kill', key);
  });

  it('when the engine stops answering after the first of three kills, the command records that one kill', async () => {
    const key = await threeFlows();
    let kills = 0;
    const flows = {
      ...desk.flows,
      kill: async (id: string) => ((kills += 1) === 1 ? desk.flows.kill(id) : ('engine-away' as const)),
    };
    expect(await tellAllFlows({ ...desk, flows }, signed(), 'kill', key)).toMatchObject({
      kind: 'done',
      action: { subject: `order:${key}`, after: { flows: 1, told: 'kill', left: 2, why: 'engine-away' } },
    });
    expect(await tellAllFlows(desk, signed(), 'kill', key)).toMatchObject({
      kind: 'done',
      action: { after: { flows: 2 } },
    });
  });
});
