import {
  ERROR_CATALOGUE,
  listGemPacks,
  readAccountStatuses,
  readPosition,
  readPressedAccount,
  readServerTime,
  readSignedInAccount,
  refreshSession,
  runBatch,
  type Endpoint,
} from '@jawhara/contract';
import { accountId, BATCH_TIMEOUT_MS } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from './test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from './test/network.ts';
import { callTogether, COMPANY_WITHIN_MS } from './call-together.ts';
import { onRefusedCall } from './call.ts';
import type { RefusedCall } from './create-call.ts';

const ok = <Request, Answer>(endpoint: Endpoint<Request, Answer>, value: NoInfer<Answer>) =>
  JSON.stringify({ result: 0, code: 200, message: '', data: endpoint.answer.write(value) });
const no = (kind: keyof typeof ERROR_CATALOGUE) =>
  JSON.stringify({ result: ERROR_CATALOGUE[kind].result, code: 0, message: 'no', data: null });

/** The server of these tests: each part answered by its path. */
const answering = (bodies: Readonly<Record<string, string>>) =>
  answer(runBatch, ({ parts }) => {
    const known = parts.filter(({ path }) => bodies[path] !== undefined);
    return new Map(known.map(({ requestId, path }) => [requestId, bodies[path] ?? '']));
  });

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('reads requested at the same time', () => {
  it('[NET-05] [NET-10] reads requested at the same time are sent as one batch with method, path, id, params and headers of each', async () => {
    network.use(
      answering({
        [readPosition.path]: ok(readPosition, { country: 'SA' }),
        [readAccountStatuses.path]: ok(readAccountStatuses, new Map([[accountId(7), 'normal']])),
      }),
    );
    const both = Promise.all([
      callTogether(readPosition, {}),
      callTogether(readAccountStatuses, { asking: 'social', accountIds: [accountId(7)] }),
    ]);
    await pass(COMPANY_WITHIN_MS);
    expect(await both).toEqual([
      { kind: 'ok', value: { country: 'SA' } },
      { kind: 'ok', value: new Map([[7, 'normal']]) },
    ]);
    expect(requestsTo(runBatch)).toEqual([
      {
        async: true,
        timeout: expect.any(Number) as number,
        header: {},
        requests: [
          { method: 'GET', path: readPosition.path, request_id: '0', params: {}, headers: {} },
          {
            method: 'POST',
            path: readAccountStatuses.path,
            request_id: '1',
            params: { source: 1, uids: [7] },
            headers: {},
          },
        ],
      },
    ]);
  });

  it('[NET-05] a batch holds 20 reads at most, and a batch call is never put into a batch', async () => {
    network.use(answering({ [readPressedAccount.path]: no('not-found') }));
    const all = Array.from({ length: 23 }, (_, index) =>
      callTogether(readPressedAccount, { accountId: accountId(index + 1) }),
    );
    void callTogether(runBatch, { isParallel: true, timeoutMs: 1, headers: {}, parts: [] });
    await pass(COMPANY_WITHIN_MS);
    await Promise.all(all);
    const sizes = requestsTo(runBatch).map(({ requests }) => (requests as unknown[]).length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([0, 3, 20]);
  });

  it('[NET-10] look-ups of several user ids are sent in one batch, and an unknown id fails alone', async () => {
    const press = (id: number) => ({
      accountId: accountId(id),
      status: 'normal' as const,
      isStreamer: false,
      isInvisible: false,
      isOnline: false,
      roomId: null,
    });
    network.use(
      answer(runBatch, ({ parts }) => {
        const body = (uid: unknown) =>
          uid === 2 ? no('not-found') : ok(readPressedAccount, press(Number(uid)));
        return new Map(parts.map(({ requestId, params }) => [requestId, body(params['uid'])]));
      }),
    );
    const refused: RefusedCall[] = [];
    const stop = onRefusedCall((call) => refused.push(call));
    const all = Promise.all(
      [1, 2, 3].map((id) => callTogether(readPressedAccount, { accountId: accountId(id) })),
    );
    await pass(COMPANY_WITHIN_MS);
    expect(await all).toMatchObject([
      { kind: 'ok' },
      { kind: 'refused', refusal: 'not-found' },
      { kind: 'ok' },
    ]);
    expect(refused).toMatchObject([{ path: readPressedAccount.path, message: 'no', params: { uid: 2 } }]);
    stop();
  });

  it('[NET-10] when a batch has no response after 5000 ms, its reads are sent one by one', async () => {
    network.use(
      answer(runBatch, SILENCE),
      answer(readPosition, { country: 'KW' }),
      answer(readSignedInAccount, NOURA),
    );
    const both = Promise.all([callTogether(readPosition, {}), callTogether(readSignedInAccount, {})]);
    await pass(COMPANY_WITHIN_MS + BATCH_TIMEOUT_MS - 1);
    expect(requestsTo(readPosition)).toHaveLength(0);
    await pass(1);
    expect(await both).toMatchObject([{ value: { country: 'KW' } }, { value: NOURA }]);
    expect(BATCH_TIMEOUT_MS).toBe(5_000);
    expect(requestsTo(runBatch)[0]?.['timeout']).toBeLessThan(BATCH_TIMEOUT_MS);
  });

  it.each([
    ['is lost', answer(runBatch, LOST)],
    ['is refused as a whole', answer(runBatch, refuse('malformed'))],
    ['leaves a part out', answering({ [readPosition.path]: ok(readPosition, { country: 'KW' }) })],
  ])('[NET-10] when a batch %s, its missing reads are requested one by one', async (_how, batch) => {
    network.use(batch, answer(readPosition, { country: 'KW' }), answer(readServerTime, { ts: 1 }));
    const both = Promise.all([callTogether(readPosition, {}), callTogether(readServerTime, {})]);
    await pass(COMPANY_WITHIN_MS);
    expect(await both).toEqual([
      { kind: 'ok', value: { country: 'KW' } },
      { kind: 'ok', value: { ts: 1 } },
    ]);
  });

  it('a single read is sent without a batch, and a changing call is sent at once by itself', async () => {
    network.use(
      answer(readPosition, { country: 'KW' }),
      answer(refreshSession, { sessionKey: 'b'.repeat(64), account: NOURA }),
    );
    const alone = callTogether(readPosition, {});
    const change = callTogether(refreshSession, {});
    expect(await change).toMatchObject({ kind: 'ok' });
    await pass(COMPANY_WITHIN_MS);
    expect(await alone).toMatchObject({ kind: 'ok' });
    expect(requestsTo(runBatch)).toHaveLength(0);
    expect(listGemPacks.changes).toBe(false);
  });
});
