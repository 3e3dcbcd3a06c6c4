import {
  CLIENT_RESULTS,
  createCoinPay,
  ERROR_CATALOGUE,
  findRecipient,
  listGemPacks,
  readOrder,
  readServerTime,
  readSignedInAccount,
  runBatch,
  type Batch,
  type BatchPart,
} from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEASURED_AGAIN } from '../../../../tools/test/patience.ts';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';
import { answerBatch, type PartRunner } from './batch.routes.ts';

let shop: Shop;
/** Four ids: one more than a device may look up per minute in this test. */
const IDS = ['5048213', '3310457', '8841206', '6127733'];

beforeAll(async () => {
  shop = await openShop({ env: { LOOKUPS_PER_MINUTE: '3' } });
});
afterAll(() => shop.close());

const part = (requestId: string, path: string, more: Partial<BatchPart> = {}): BatchPart => ({
  method: 'GET',
  path,
  requestId,
  params: {},
  headers: {},
  ...more,
});
const answered = (batch: Batch, run: PartRunner) => answerBatch(batch, run, 'ar');
const batchOf = (parts: BatchPart[], more: Partial<Batch> = {}): Batch => ({
  isParallel: true,
  timeoutMs: 5_000,
  headers: {},
  parts,
  ...more,
});

interface PartEnvelope {
  readonly result: number;
  readonly data: Record<string, unknown> | null;
}

async function run(visitor: Visitor, batch: Batch, headers: Record<string, string> = {}) {
  const called = await visitor.call(runBatch, batch, headers);
  return (id: string) => JSON.parse(called.value?.get(id) ?? 'null') as PartEnvelope;
}

async function post(body: unknown): Promise<{ status: number; result: number }> {
  const response = await fetch(`${shop.apiUrl}${runBatch.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, result: ((await response.json()) as { result: number }).result };
}

describe('a batch', () => {
  it.each([true, false])(
    '[NET-05] a batch is answered with one text of JSON per request id (async %s)',
    async (isParallel) => {
      const answers = await run(
        shop.visitor(),
        batchOf(
          [
            part('time', readServerTime.path),
            part('face', findRecipient.path, { params: { display_id: '5048213', source: 1 } }),
            part('list', '/api/third_party_pay/get_recharge_list_v3/', {
              method: 'POST',
              params: { uid: 1001 },
            }),
          ],
          { isParallel },
        ),
      );
      expect(answers('time').data?.['ts']).toBeTypeOf('number');
      expect(answers('face').data).toMatchObject({ to_uid: 1001 });
      expect(answers('list').data?.['list']).toHaveLength(8);
    },
  );

  it('[NET-10] one batch reads all that the site needs at start-up; a part that fails does not affect the other parts', async () => {
    const pressed = (uid: number) => part(`uid-${uid}`, '/api/user/check_uid/', { params: { uid } });
    const answers = await run(
      shop.visitor(),
      batchOf([
        part('country', '/api/timeline/position/'),
        part('domains', '/api/sys/backup_domains/'),
        part('config', '/api/sys/config/', { method: 'POST', params: { channel: 'app_pkg_info', pure: 1 } }),
        part('who', readSignedInAccount.path),
        part('statuses', '/api/web/check_user_status/', {
          method: 'POST',
          params: { source: 1, uids: [1001, 1002] },
        }),
        pressed(1001),
        pressed(999_999_999),
      ]),
    );
    for (const id of ['country', 'domains', 'config', 'statuses', 'uid-1001'])
      expect([id, answers(id).result]).toEqual([id, 0]);
    expect(answers('who').result).toBe(ERROR_CATALOGUE['not-signed-in'].result);
    expect(answers('uid-999999999').result).toBe(ERROR_CATALOGUE['not-found'].result);
    expect(Object.keys(answers('statuses').data?.['user_map'] ?? {})).toHaveLength(2);
  });

  it('[NET-05] of a batch only the parts with an unknown path, a wrong method or a path outside the contract are refused', async () => {
    const answers = await run(
      shop.visitor(),
      batchOf([
        part('unknown', '/api/no/such/call/'),
        part('method', createCoinPay.path.replace('create_coin_pay', 'click_cancel')),
        part('inside', '/readyz'),
        part('webhook', '/webhooks/checkout-com/', { method: 'POST' }),
        part('query', `${readServerTime.path}?a=1`),
        part('good', readServerTime.path),
      ]),
    );
    for (const id of ['unknown', 'method', 'inside', 'webhook', 'query'])
      expect(answers(id).result).toBe(404);
    expect(answers('good').result).toBe(0);
  });

  it('[NET-05] a batch inside a batch is refused', async () => {
    const inner = { requests: [{ method: 'GET', path: readServerTime.path, request_id: 'a' }] };
    const answers = await run(
      shop.visitor(),
      batchOf([part('nested', runBatch.path, { method: 'POST', params: inner })]),
    );
    expect(answers('nested').result).toBe(404);
  });

  it('[NET-05] a batch has at most 20 parts, at least one, and no id twice', async () => {
    const wire = (count: number, id = (i: number) => `r${i}`) => ({
      requests: Array.from({ length: count }, (_, i) => ({
        method: 'GET',
        path: readServerTime.path,
        request_id: id(i),
      })),
    });
    expect(await post(wire(20))).toEqual({ status: 200, result: 0 });
    expect(await post(wire(21))).toEqual({ status: 400, result: 22001 });
    expect(await post(wire(0))).toEqual({ status: 400, result: 22001 });
    expect(await post(wire(2, () => 'same'))).toEqual({ status: 400, result: 22001 });
  });

  it.each([[{}], [{ requests: 'no' }], [{ requests: [{ path: '/api/sys/ts/' }] }], [{ requests: {} }]])(
    'a malformed batch is refused: %j',
    async (body) => {
      expect(await post(body)).toEqual({ status: 400, result: 22001 });
    },
  );

  it('[NET-05] the parts of a batch count towards the same limits as single calls', async () => {
    const visitor = shop.visitor();
    const looks = Array.from({ length: 20 }, (_, i) =>
      part(`look${i}`, findRecipient.path, { params: { display_id: IDS[i % IDS.length] ?? '' } }),
    );
    const answers = await run(visitor, batchOf(looks, { isParallel: false }));
    expect(answers('look19').result).toBe(ERROR_CATALOGUE['too-many-tries'].result);
  });

  it('[NET-05] a batch with a card number in a part is refused', async () => {
    expect(
      await post({
        requests: [
          {
            method: 'GET',
            path: readServerTime.path,
            request_id: 'a',
            params: { note: '4242 4242 4242 4242' },
          },
        ],
      }),
    ).toMatchObject({ status: 400, result: 22002 });
  });

  it('[NET-05] a payment in a batch belongs to the device that sends the batch, also when the device is new', async () => {
    const visitor = shop.visitor();
    const token = await shop.token('approve');
    const placed = await run(
      visitor,
      batchOf(
        [
          part('pay', createCoinPay.path, {
            method: 'POST',
            params: {
              recharge_id: 'gems-100',
              uid: 1001,
              pay_type: 23,
              platform_data: JSON.stringify({ token }),
            },
            headers: { 'x-request-id': crypto.randomUUID() },
          }),
        ],
        { timeoutMs: 20_000 },
      ),
    );
    const orderId = placed('pay').data?.['order_id'] as string;
    const read = (who: Visitor) =>
      run(who, batchOf([part('order', readOrder.path, { method: 'POST', params: { order_id: orderId } })]));
    expect((await read(visitor))('order').data).toMatchObject({ order_id: orderId });
    expect((await read(shop.visitor()))('order').result).toBe(ERROR_CATALOGUE['order-not-found'].result);
  });

  it('[NET-05] a batch acts with the session of its sender; a part of a batch without a session is not signed in', async () => {
    const sessions = { db: shop.db, now: systemClock, chance: systemChance };
    const key = await openSession(sessions, accountId(1001), 'password');
    const who = part('who', readSignedInAccount.path);
    const own = await run(shop.visitor(), batchOf([who]), { 'x-session-key': key });
    expect(own('who')).toMatchObject({ result: 0 });
    const stranger = await run(shop.visitor(), batchOf([who]));
    expect(stranger('who').result).toBe(ERROR_CATALOGUE['not-signed-in'].result);
  });
});

describe('time', () => {
  it(
    '[NET-04] a batch without a timeout has 5000 ms for all its parts together',
    MEASURED_AGAIN,
    async () => {
      // From here on a request for the list of packs waits until this transaction ends.
      const blocking = await shop.db.reserve();
      await blocking`begin`;
      await blocking`lock table gem_packs in access exclusive mode`;
      const startedAtMs = performance.now();
      const response = await fetch(`${shop.apiUrl}${runBatch.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          requests: [
            { method: 'POST', path: listGemPacks.path, request_id: 'list', params: { uid: 1001 } },
            { method: 'GET', path: readServerTime.path, request_id: 'time' },
          ],
        }),
      });
      const tookMs = performance.now() - startedAtMs;
      const { data } = (await response.json()) as { data: { ResultMap: Record<string, string> } };
      await blocking`rollback`;
      blocking.release();
      expect(tookMs).toBeGreaterThanOrEqual(5_000 - 20);
      expect(tookMs).toBeLessThan(30_000);
      expect(JSON.parse(data.ResultMap['list'] ?? '')).toMatchObject({ result: CLIENT_RESULTS.timeout });
      expect(JSON.parse(data.ResultMap['time'] ?? '')).toMatchObject({ result: 0 });
    },
  );

  it('[NET-05] a part of a batch that is not answered in time is answered as timed out, and the other parts are answered', async () => {
    const slow = answered(
      batchOf([part('slow', readServerTime.path), part('quick', '/api/sys/h5_info/')], { timeoutMs: 50 }),
      (one) => (one.requestId === 'slow' ? new Promise(() => {}) : Promise.resolve('{"result":0}')),
    );
    const answers = await slow;
    expect(JSON.parse(answers.get('slow') ?? '')).toMatchObject({ result: CLIENT_RESULTS.timeout });
    expect(answers.get('quick')).toBe('{"result":0}');
  });

  it('[NET-05] in a sequential batch a part is not started when the batch’s time is over', async () => {
    const startedParts: string[] = [];
    const answers = await answered(
      batchOf([part('slow', readServerTime.path), part('never', readServerTime.path)], {
        timeoutMs: 50,
        isParallel: false,
      }),
      (one) => {
        startedParts.push(one.requestId);
        return new Promise(() => {});
      },
    );
    expect(startedParts).toEqual(['slow']);
    expect(JSON.parse(answers.get('never') ?? '')).toMatchObject({ result: CLIENT_RESULTS.timeout });
  });

  it('a part’s call has the part’s request id and the batch’s client id, and no cookie or address that the part names', async () => {
    const seen: object[] = [];
    await answered(
      batchOf(
        [
          part('a', readServerTime.path, {
            headers: { 'x-request-id': 'r', cookie: 'jawhara_device=x', 'x-forwarded-for': '1.2.3.4' },
          }),
        ],
        { headers: { 'x-cli-id': 'c', host: 'evil.example' } },
      ),
      async (_part, headers) => {
        seen.push(headers);
        return '{}';
      },
    );
    expect(seen).toEqual([{ 'x-request-id': 'r', 'x-cli-id': 'c' }]);
  });
});
