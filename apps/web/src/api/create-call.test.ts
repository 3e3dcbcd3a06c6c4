import {
  createCoinPay,
  findRecipient,
  listGemPacks,
  readServerTime,
  reportSensorData,
  runBatch,
  type ClientFailure,
} from '@jawhara/contract';
import {
  accountId,
  BATCH_TIMEOUT_MS,
  CHECKOUT_COM_CARD,
  HTTP_TIMEOUT_MS,
  type DisplayId,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BridgeFault } from '../host-app/bridge-error.ts';
import { resultOfFailure } from './call-answer.ts';
import { createCall, type CallerFacts, type CallParts, type RefusedCall } from './create-call.ts';

const NOURA = { to_uid: 11, to_display_uid: '5048213', to_nickname: 'نورة', to_icon: null };
const SENSOR_REPORT = {
  eventUuid: 'e-1',
  serverUrl: '',
  ts: null,
  day: '',
  deviceId: '',
  pageViewId: 'p-1',
  event: 'page_show',
  ext: '',
  project: '',
};
const LOOK_UP = { displayId: '5048213' as DisplayId };

const PLAIN_FACTS: CallerFacts = {
  packageName: 'are',
  clientId: 'c'.repeat(32),
  isInBridge: false,
  language: 'ar',
  sessionKey: null,
  objectsToUsage: false,
};

interface Seen {
  url: string;
  init: RequestInit;
}

function callWith(answer: (seen: Seen) => Response | Promise<Response>, more: Partial<CallParts> = {}) {
  const seen: Seen[] = [];
  const refused: RefusedCall[] = [];
  const call = createCall({
    fetch: (url, init) => {
      seen.push({ url, init });
      return Promise.resolve(answer({ url, init }));
    },
    facts: () => PLAIN_FACTS,
    newRequestId: () => 'made-here',
    onRefused: (one) => refused.push(one),
    ...more,
  });
  return { call, seen, refused };
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
/** A server that never answers: like `fetch`, the call ends only when it is aborted. */
const silent = ({ init }: Seen): Promise<Response> =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

afterEach(() => vi.useRealTimers());

describe('the request of a call', () => {
  it('a recipient look-up is sent as GET with a query, and the gem pack list is requested by POST with JSON', async () => {
    const { call, seen } = callWith(() => json({ result: 0, data: NOURA }));
    await call(findRecipient, LOOK_UP);
    await call(listGemPacks, { recipientId: accountId(11) });
    expect(seen[0]?.init.method).toBe('GET');
    expect(seen[0]?.url).toBe('/api/web/check_display_id/?display_id=5048213&source=1');
    expect(seen[1]?.init.method).toBe('POST');
    expect(seen[1]?.url).toBe('/api/third_party_pay/get_recharge_list_v3/');
    expect(JSON.parse(seen[1]?.init.body as string)).toEqual({ uid: 11, source: 1 });
  });

  it('[NET-01] a call sends package, client id, language and request id, and x-cli-br only inside the app', async () => {
    const plain = callWith(() => json({ result: 0, data: NOURA }));
    await plain.call(findRecipient, LOOK_UP);
    const headers = new Headers(plain.seen[0]?.init.headers);
    expect(headers.get('x-cli-pn')).toBe('are');
    expect(headers.get('x-cli-id')).toBe('c'.repeat(32));
    expect(headers.get('accept-language')).toBe('ar');
    expect(headers.get('x-request-id')).toBe('made-here');
    expect(headers.has('x-cli-br')).toBe(false);
    const bridged = callWith(() => json({ result: 0, data: NOURA }), {
      facts: () => ({ ...PLAIN_FACTS, isInBridge: true }),
    });
    await bridged.call(findRecipient, LOOK_UP);
    expect(new Headers(bridged.seen[0]?.init.headers).get('x-cli-br')).toBe('1');
  });

  it('[NET-01] a call sends the device cookie to our own origin only', async () => {
    const { call, seen } = callWith(() => json({ result: 0, data: NOURA }));
    await call(findRecipient, LOOK_UP);
    expect(seen[0]?.init.credentials).toBe('same-origin');
    expect(seen[0]?.url).toMatch(/^\/api\//);
  });

  it('[NET-01] the session key is sent as x-session-key, and as x-account-token on paths with /third/', async () => {
    const sessionKey = '5'.repeat(64);
    const signedIn = callWith(() => json({ result: 0, data: {} }), {
      facts: () => ({ ...PLAIN_FACTS, sessionKey }),
    });
    await signedIn.call(readServerTime, {});
    await signedIn.call(reportSensorData, SENSOR_REPORT);
    const [usual, third] = signedIn.seen.map(({ init }) => new Headers(init.headers));
    expect(usual?.get('x-session-key')).toBe(sessionKey);
    expect(usual?.has('x-account-token')).toBe(false);
    expect(third?.get('x-account-token')).toBe(sessionKey);
    expect(third?.has('x-session-key')).toBe(false);

    const visitor = callWith(() => json({ result: 0, data: {} }));
    await visitor.call(reportSensorData, SENSOR_REPORT);
    const headers = new Headers(visitor.seen[0]?.init.headers);
    expect(headers.has('x-session-key') || headers.has('x-account-token')).toBe(false);
  });

  it('an order is sent by POST with the request id given by the caller', async () => {
    const { call, seen } = callWith(() => json({ result: 0, data: {} }));
    const order = {
      rechargeId: 'card_999' as RechargeId,
      recipientId: accountId(11),
      payType: CHECKOUT_COM_CARD,
      card: { token: 'tok_12345678' },
    };
    await call(createCoinPay, order, { requestId: 'mine' });
    expect(seen[0]?.url).toBe('/api/order/create_coin_pay/');
    expect(new Headers(seen[0]?.init.headers).get('x-request-id')).toBe('mine');
  });
});

describe('the response envelope', () => {
  it('[NET-02] a response with code 200 is a success', async () => {
    const { call, refused } = callWith(() => json({ code: 200, message: 'OK', data: NOURA }));
    expect(await call(findRecipient, LOOK_UP)).toMatchObject({ kind: 'ok', value: { nickname: 'نورة' } });
    expect(refused).toEqual([]);
  });

  it('[NET-02] a refused call reaches the handler with result, message, path and params', async () => {
    const { call, refused } = callWith(() =>
      json({ result: 20001, code: 20001, message: 'محظور', data: null }),
    );
    expect(await call(findRecipient, LOOK_UP)).toEqual({
      kind: 'refused',
      refusal: 'banned',
      result: 20001,
      message: 'محظور',
    });
    expect(refused).toEqual([
      {
        result: 20001,
        message: 'محظور',
        path: '/api/web/check_display_id/',
        params: { display_id: '5048213', source: 1 },
      },
    ]);
  });

  it('a refusal is read with the HTTP status 429 too, and a refusal with an unknown result number stays a refusal', async () => {
    const limited = callWith(() => json({ result: 22003, message: 'wait', data: null }, 429));
    expect(await limited.call(findRecipient, LOOK_UP)).toMatchObject({
      kind: 'refused',
      refusal: 'too-many-tries',
    });
    const unknown = callWith(() => json({ result: 99_999, message: '?', data: null }));
    expect(await unknown.call(findRecipient, LOOK_UP)).toMatchObject({
      kind: 'refused',
      refusal: null,
      result: 99_999,
    });
  });

  it('a response of the wrong shape is a failure', async () => {
    const { call } = callWith(() => json({ result: 0, data: { to_uid: 'x' } }));
    expect(await call(findRecipient, LOOK_UP)).toEqual({ kind: 'failed', failure: { status: 200 } });
  });
});

describe('refused, failed and timed-out calls', () => {
  const failure = (name: ClientFailure) => ({ kind: 'failed', failure: name });

  it('[LGN-04 in part] a refusal shows its toast rather than its message, and says how long to wait', async () => {
    const { call } = callWith(() =>
      Promise.resolve(
        new Response(JSON.stringify({ result: 22003, code: 22003, message: 'm', toast: 't', data: null }), {
          status: 429,
          headers: { 'retry-after': '90' },
        }),
      ),
    );
    expect(await call(readServerTime, {})).toMatchObject({ kind: 'refused', message: 't', retryAfterS: 90 });
  });

  it('[NET-03] failures without a response are -1 time-out, -2 no response, -3 set-up, -4 bridge and -5 aborted', async () => {
    const { call: silentCall } = callWith(silent, { timeoutMs: 5 });
    expect(await silentCall(readServerTime, {})).toEqual(failure('timeout'));

    const { call: cut } = callWith(() => Promise.reject(new TypeError('network')));
    expect(await cut(readServerTime, {})).toEqual(failure('no-response'));

    const { call: broken, seen } = callWith(() => json({}), {
      facts: () => {
        throw new Error('no storage');
      },
    });
    expect(await broken(readServerTime, {})).toEqual(failure('set-up-failure'));
    expect(seen).toEqual([]);

    const abort = new AbortController();
    const aborted = callWith(silent).call(readServerTime, {}, { signal: abort.signal });
    abort.abort();
    expect(await aborted).toEqual(failure('aborted'));

    const { call: overApp } = callWith(() => Promise.reject(new BridgeFault('SocketError', 'cut')));
    expect(await overApp(readServerTime, {})).toEqual(failure('bridge-network'));

    const failures = ['timeout', 'no-response', 'set-up-failure', 'bridge-network', 'aborted'] as const;
    expect(failures.map(resultOfFailure)).toEqual([-1, -2, -3, -4, -5]);
  });

  it('[NET-03] a call answered with HTTP 502 fails with the result 502 and the body as message', async () => {
    const { call, refused } = callWith(() => new Response('bad gateway', { status: 502 }));
    const answer = await call(readServerTime, {});
    expect(answer).toEqual({ kind: 'failed', failure: { status: 502 } });
    expect(resultOfFailure({ status: 502 })).toBe(502);
    expect(refused).toMatchObject([{ result: 502, message: 'bad gateway' }]);
  });

  it('[NET-04] a call times out after 60000 ms and not before', async () => {
    vi.useFakeTimers();
    const { call } = callWith(silent);
    let answer: unknown = null;
    void call(readServerTime, {}).then((value) => (answer = value));
    await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS - 1);
    expect(answer).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual(failure('timeout'));
    expect(HTTP_TIMEOUT_MS).toBe(60_000);
  });

  it('[NET-04] a batch contains a time limit of 5000 ms for the server, and the page waits longer for its response', async () => {
    vi.useFakeTimers();
    const late = { time: JSON.stringify({ result: 0, data: { ts: 1 } }) };
    const { call, seen } = callWith(
      () =>
        new Promise((resolve) => {
          setTimeout(() => resolve(json({ result: 0, data: { ResultMap: late } })), BATCH_TIMEOUT_MS + 500);
        }),
    );
    const part = {
      method: 'GET',
      path: readServerTime.path,
      requestId: 'time',
      params: {},
      headers: {},
    } as const;
    const answered = call(runBatch, {
      isParallel: true,
      timeoutMs: BATCH_TIMEOUT_MS,
      headers: {},
      parts: [part],
    });
    await vi.advanceTimersByTimeAsync(BATCH_TIMEOUT_MS + 500);
    expect(JSON.parse(seen[0]?.init.body as string)).toMatchObject({ timeout: 5_000 });
    expect(await answered).toEqual({ kind: 'ok', value: new Map(Object.entries(late)) });
  });
});
