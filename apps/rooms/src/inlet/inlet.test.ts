import { randomUUID } from 'node:crypto';
import { readFullStatus } from '@jawhara/room-sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INLET_SECRET } from '../test/gateway-process.ts';
import { openRoomDatabase, type RoomDatabase } from '../test/room-database.ts';
import { openStage, readStatus, type RoomStage } from '../test/room-stage.ts';
import { INLET_PATH, signInletCall } from './inlet-signature.ts';

let database: RoomDatabase;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
  stage = await openStage({ databaseUrl: database.url });
});
afterAll(async () => {
  await stage.close();
  await database.drop();
});

const nowS = () => Math.floor(Date.now() / 1000);

interface CallOptions {
  readonly gateway?: number;
  readonly id?: string;
  readonly timestamp?: number;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(
  body: unknown,
  options: CallOptions = {},
): Promise<{ status: number; text: string; json: unknown }> {
  const { gateway = 0, id = randomUUID(), timestamp = nowS(), secret = INLET_SECRET } = options;
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const response = await fetch(`${stage.gateways[gateway]?.url}${INLET_PATH}`, {
    method: 'POST',
    headers: { ...signInletCall(secret, { id, timestamp }, bytes), ...options.headers },
    body: bytes,
  });
  const text = await response.text();
  return { status: response.status, text, json: text === '' ? null : JSON.parse(text) };
}

const push = (rid: string, item: unknown) => ({
  rid,
  commands: [{ cmd: 'push_right', table: 'pk_rank', key: 'top', items: [item] }],
});

async function stateOf(rid: string): Promise<unknown> {
  const { room_status: text } = (await readStatus(stage.gateways[0]!.url, rid)) as { room_status: string };
  return JSON.parse(text);
}

const open = (rid: string, state: object = {}) => call({ rid, state });

describe('[ROOM-09] the inlet, which app servers call to change a room: who may call (RP-60, RP-63)', () => {
  it.each([
    ['without a signature', { 'webhook-signature': '' }],
    ['signed for another id', { 'webhook-id': 'another' }],
    ['signed for another time', { 'webhook-timestamp': String(nowS() - 1) }],
    ['with a signature of another version', { 'webhook-signature': 'v2,AAAA' }],
    ['with an invalid id', { 'webhook-id': 'a b' }],
  ])('an inlet call %s is refused with 401 and an empty body', async (_what, headers) => {
    await open('4001');
    expect(await call(push('4001', 'x'), { headers })).toMatchObject({ status: 401, text: '' });
    expect(await stateOf('4001')).toEqual({});
  });

  it('an inlet call with another key’s signature or a wrong time is refused with 401 and an empty body', async () => {
    const secret = `whsec_${Buffer.from('another-key-of-the-tests-00001').toString('base64')}`;
    expect(await call(push('4001', 'x'), { secret })).toMatchObject({ status: 401, text: '' });
    for (const timestamp of [nowS() - 301, nowS() + 310])
      expect(await call(push('4001', 'x'), { timestamp })).toMatchObject({ status: 401, text: '' });
  });

  it('an inlet call with several signatures is accepted if one is valid, so that the signing key can be replaced', async () => {
    await open('4002');
    const body = Buffer.from(JSON.stringify(push('4002', 1)));
    const call = { id: randomUUID(), timestamp: nowS() };
    const good = signInletCall(INLET_SECRET, call, body);
    const response = await fetch(`${stage.gateways[0]?.url}${INLET_PATH}`, {
      method: 'POST',
      headers: { ...good, 'webhook-signature': `v1,AAAA ${good['webhook-signature']}` },
      body,
    });
    expect(await response.json()).toMatchObject({ result: 'applied' });
  });
});

describe('[ROOM-09] the inlet: batches (RP-61 to RP-63)', () => {
  it('a batch of room changes sent twice, to one or both gateways, is applied once and answered alike', async () => {
    await open('4010');
    const id = randomUUID();
    const first = await call(push('4010', 'a'), { id });
    await call(push('4010', 'b'));
    const again = [await call(push('4010', 'a'), { id }), await call(push('4010', 'a'), { id, gateway: 1 })];
    expect(again.map(({ json }) => json)).toEqual([first.json, first.json]);
    expect(await stateOf('4010')).toEqual({ pk_rank: { top: ['a', 'b'] } });
  });

  it('a repeated batch of room changes gets its first answer, even if the room’s state has changed since', async () => {
    await open('4011', { pk_rank: { top: ['only'] } });
    const id = randomUUID();
    const set = {
      rid: '4011',
      commands: [{ cmd: 'set_index', table: 'pk_rank', key: 'top', position: 0, value: 'new' }],
    };
    const first = await call(set, { id });
    await call({ rid: '4011', commands: [{ cmd: 'pop_left', table: 'pk_rank', key: 'top', count: 1 }] });
    expect((await call(set, { id })).json).toEqual(first.json);
  });

  it('batches of changes sent at once for one room to both gateways are applied one after the other', async () => {
    await open('4012');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(push('4012', n), { gateway: n % 2 })),
    );
    const sns = answers.map(({ json }) => (json as { sn: number }).sn).toSorted((a, b) => a - b);
    expect(sns).toEqual(sns.map((_, i) => (sns[0] ?? 0) + i));
    const { pk_rank: rank } = (await stateOf('4012')) as { pk_rank: { top: number[] } };
    expect(rank.top.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('of a malformed batch of room changes no command is applied, and the answer says what is wrong', async () => {
    await open('4013', { pk_rank: { top: [1] } });
    const good = { cmd: 'push_right', table: 'pk_rank', key: 'top', items: [2] };
    for (const commands of [
      [good, { cmd: 'push_up', table: 'pk_rank', key: 'top', items: [3] }],
      [good, { cmd: 'set_index', table: 'pk_rank', key: 'top', position: 9, value: 3 }],
      [good, { cmd: 'hash_set', table: 'pk_rank', key: 'top', fields: { a: 1 } }],
      [],
      Array.from({ length: 257 }, () => good),
      'commands',
    ]) {
      expect((await call({ rid: '4013', commands })).json).toMatchObject({
        result: 'refused',
        why: expect.any(String),
      });
    }
    for (const body of ['{', '[]', 'null', { rid: 'x', commands: [good] }, { rid: '4013' }])
      expect((await call(body)).json).toMatchObject({ result: 'refused' });
    expect(await stateOf('4013')).toEqual({ pk_rank: { top: [1] } });
  });

  it('RP-57: a frame above 64 KiB, a state above 1 MiB and a body above 2 MiB are refused', async () => {
    await open('4014');
    expect((await call(push('4014', 'x'.repeat(66_000)))).json).toMatchObject({ result: 'refused' });
    const large = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`key${i}`, 'x'.repeat(100_000)]));
    expect((await call({ rid: '4014', state: { widgets: large } })).json).toMatchObject({
      result: 'refused',
      why: expect.stringContaining('1 MiB'),
    });
    expect((await call(push('4014', 'x'.repeat(2_100_000)))).status).toBe(413);
    for (let n = 0; n < 17; n += 1) {
      const commands = [{ cmd: 'set_many', table: 'widgets', values: { [`k${n}`]: 'x'.repeat(64_000) } }];
      const { json } = await call({ rid: '4014', commands });
      expect((json as { result: string }).result).toBe(n < 16 ? 'applied' : 'refused');
    }
    // Removing a value frees its space.
    await call({ rid: '4014', commands: [{ cmd: 'set_many', table: 'widgets', values: { k0: null } }] });
    expect((await call(push('4014', 'x'.repeat(60_000)))).json).toMatchObject({ result: 'applied' });
  });

  it('commands for a room without state are answered state-lost, also if repeated after the state is set', async () => {
    const id = randomUUID();
    expect((await call(push('4015', 'early'), { id })).json).toEqual({ result: 'state-lost' });
    await open('4015', { pk_rank: { top: ['state'] } });
    expect((await call(push('4015', 'early'), { id })).json).toEqual({ result: 'state-lost' });
    expect(await stateOf('4015')).toEqual({ pk_rank: { top: ['state'] } });
  });

  it('an inlet call signed before the room’s state was set is refused, and the state stays unchanged', async () => {
    await open('4016', { pk_rank: { top: ['new'] } });
    for (const body of [push('4016', 'old'), { rid: '4016', state: {} }])
      expect((await call(body, { timestamp: nowS() - 100 })).json).toMatchObject({ result: 'refused' });
    expect(await stateOf('4016')).toEqual({ pk_rank: { top: ['new'] } });
  });

  it('__proto__ is a key like any other in an inlet batch (RP-20)', async () => {
    await open('4017');
    const answer = await call(
      '{"rid":"4017","commands":[{"cmd":"hash_set","table":"widgets","key":"__proto__","fields":{"__proto__":{"a":1}}}]}',
    );
    expect(answer.json).toMatchObject({ result: 'applied' });
    const data = (await readStatus(stage.gateways[0]!.url, '4017')) as { room_status: string };
    expect(data.room_status).toBe('{"widgets":{"__proto__":{"__proto__":{"a":1}}}}');
    expect(readFullStatus(data)?.tables.widgets.get('__proto__')).toBeDefined();
  });
});

describe('[ROOM-09] the full status (RP-50)', () => {
  const reads = async () => {
    const text = await (await fetch(stage.gateways[0]!.metricsUrl)).text();
    return Number(/jawhara_room_full_reads_total (\d+)/.exec(text)?.[1] ?? 0);
  };

  it('simultaneous requests for one room’s full status share one read of storage', async () => {
    await open('4020', { widgets: { a: 1 } });
    const before = await reads();
    await Promise.all(Array.from({ length: 200 }, () => readStatus(stage.gateways[0]!.url, '4020')));
    expect((await reads()) - before).toBe(1);
    await call(push('4020', 1));
    await Promise.all(Array.from({ length: 200 }, () => readStatus(stage.gateways[0]!.url, '4020')));
    expect((await reads()) - before).toBe(2);
  });

  it('a room’s full status includes every change that was answered before', async () => {
    await open('4021');
    for (let n = 1; n <= 30; n += 1) {
      const { json } = await call(push('4021', n), { gateway: n % 2 });
      const status = (await readStatus(stage.gateways[0]!.url, '4021')) as { sn: number };
      expect(status.sn).toBe((json as { sn: number }).sn);
    }
  });

  it('a full status request with an invalid room id gets 400', async () => {
    const response = await fetch(`${stage.gateways[0]?.url}/api/room/full_status/?rid=x`);
    expect(response.status).toBe(400);
  });
});
