import { createCoinPay, findRecipient, type PlaceOrder } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, accountId, type DisplayId, type RechargeId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resultOfFailure, type CallAnswer } from '../api/call-answer.ts';
import { createCall, type Call } from '../api/create-call.ts';
import { BRIDGE_ERRORS, bridgeErrorOf, type BridgeError } from './bridge-error.ts';
import { createHostApp } from './create-host-app.ts';
import type { HostApp } from './host-app.ts';
import { hostPort, type HostPort } from './host-port.ts';
import { simulateHostApp, type SimulatedAppPlan, type SimulatedCall } from './simulate-host-app.ts';

const ANDROID: SimulatedAppPlan = { platform: 'android', versionCode: 30_507 };
const NOURA = { to_uid: 11, to_display_uid: '5048213', to_nickname: 'نورة', to_icon: null };

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const define = Object.defineProperty;
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json({ result: 0, data: NOURA })));
  // `configurable` lets the next test remove its function.
  vi.spyOn(Object, 'defineProperty').mockImplementation((target, name, how) =>
    define(target, name, name === 'jawharaAppSays' ? { ...how, configurable: true } : how),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  globalThis.JawharaApp = undefined;
  globalThis.webkit = undefined;
  Reflect.deleteProperty(globalThis, 'jawharaAppSays');
});

async function appOf(plan: SimulatedAppPlan): Promise<HostApp> {
  simulateHostApp(plan);
  return createHostApp(hostPort() as HostPort);
}
async function callOver(plan: SimulatedAppPlan): Promise<Call> {
  const { sender } = await appOf(plan);
  return createCall({
    ...(sender === null ? {} : { fetch: sender }),
    facts: () => ({
      packageName: 'are',
      clientId: 'c'.repeat(32),
      isInBridge: true,
      language: 'ar',
      sessionKey: null,
      objectsToUsage: false,
    }),
    newRequestId: () => 'r-1',
  });
}
const prompted = () => globalThis.simulatedApp?.received.filter(({ call }) => call === 'api') ?? [];
const lookUp = (call: Call): Promise<CallAnswer<unknown>> =>
  call(findRecipient, { displayId: '5048213' as DisplayId });
const ORDER: PlaceOrder = {
  rechargeId: 'gems-540' as RechargeId,
  recipientId: accountId(11),
  payType: CHECKOUT_COM_CARD,
  card: { token: 'tok_12345678' },
};
const pay = (call: Call): Promise<CallAnswer<unknown>> => call(createCoinPay, ORDER, { requestId: 'mine' });
const resultOf = (answer: CallAnswer<unknown>) =>
  answer.kind === 'failed' ? resultOfFailure(answer.failure) : answer.kind;

describe('calls of our API', () => {
  it.each([
    ['android', 30_507, true],
    ['android', '30507', true],
    ['android', 30_508, true],
    ['android', 30_506, false],
    ['android', '30506', false],
    ['ios', 30_507, false],
    ['ios', 99_999, false],
  ] as const)(
    '[BRG-03] on %s with version code %o API calls are sent over the app’s bridge: %s',
    async (platform, versionCode, isOver) => {
      const call = await callOver({ platform, versionCode });
      expect(await lookUp(call)).toMatchObject({ kind: 'ok', value: { nickname: 'نورة' } });
      expect(prompted()).toHaveLength(isOver ? 1 : 0);
      expect(fetched).toHaveBeenCalledOnce();
    },
  );

  it('[BRG-03] an API call over the app’s bridge has the same method, address, headers and body as with fetch', async () => {
    const call = await callOver(ANDROID);
    await pay(call);
    const params: SimulatedCall['params'] = prompted()[0]?.params ?? {};
    expect(params).toMatchObject({
      method: 'POST',
      url: new URL(createCoinPay.path, location.href).href,
      headers: {
        'x-cli-br': '1',
        'x-request-id': 'mine',
        'content-type': 'application/json',
        'x-cli-pn': 'are',
      },
    });
    expect(params['body']).toBe(JSON.stringify(createCoinPay.request.write(ORDER)));
  });

  it('an answer over the app’s bridge keeps its status, body and retry-after header', async () => {
    const { sender } = await appOf(ANDROID);
    fetched.mockResolvedValue(new Response('slow down', { status: 429, headers: { 'retry-after': '7' } }));
    const answer = await sender?.('/api/x/', { method: 'GET' }, false);
    expect([answer?.status, await answer?.text(), answer?.headers.get('retry-after')]).toEqual([
      429,
      'slow down',
      '7',
    ]);
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    expect((await sender?.('/api/x/', { method: 'GET' }, false))?.status).toBe(204);
  });

  it('[BRG-02] a call that the app has accepted may be answered within 30 s; a call that it has not accepted fails after 5 s', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return Response.json({ result: 0, data: NOURA });
    });
    const slow = lookUp(await callOver(ANDROID));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(resultOf(await slow)).toBe('ok');
    Reflect.deleteProperty(globalThis, 'jawharaAppSays');
    const dead = pay(await callOver({ ...ANDROID, calls: { api: { times: 0 } } }));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await Promise.race([dead, Promise.resolve('waits')])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(resultOf(await dead)).toBe(-4);
  });

  it('an aborted call over the app’s bridge fails as aborted, and a later answer is ignored', async () => {
    const call = await callOver({ ...ANDROID, calls: { api: { afterMs: 20 } } });
    const abort = new AbortController();
    const answer = call(findRecipient, { displayId: '5048213' as DisplayId }, { signal: abort.signal });
    abort.abort();
    expect(await answer).toEqual({ kind: 'failed', failure: 'aborted' });
    await new Promise((resolve) => setTimeout(resolve, 40));
  });
});

describe('errors of the bridge', () => {
  it('[BRG-04] the errors of the app’s bridge have the specified numbers', () => {
    const numbers = Object.fromEntries(
      Object.entries(BRIDGE_ERRORS).map(([name, { number }]) => [name, number]),
    );
    expect(numbers).toEqual({
      NoError: 0,
      BadParam: 1,
      ConnectionShutdown: 2,
      ProtocolError: 3,
      InterruptedError: 4,
      SSLHandshakeError: 5,
      SSLPeerUnverified: 6,
      UnknownService: 7,
      SSLError: 8,
      SocketError: 9,
      UnknownHost: 10,
      Unknown: -1,
    });
    for (const [name, number] of Object.entries(numbers)) expect(bridgeErrorOf(number)).toBe(name);
    expect([11, -2, 404].map(bridgeErrorOf)).toEqual(['Unknown', 'Unknown', 'Unknown']);
  });

  /**
   * After these errors the browser repeats a read itself. All others mean no connection, or one that is not to be
   * trusted.
   */
  const CANNOT: readonly BridgeError[] = ['BadParam', 'ProtocolError', 'UnknownService', 'Unknown'];
  const failures = (Object.keys(BRIDGE_ERRORS) as BridgeError[]).filter((name) => name !== 'NoError');

  it.each(failures)(
    '[BRG-04] after the bridge error %s a call that changes data fails with result -4 and is not repeated',
    async (name) => {
      const { number } = BRIDGE_ERRORS[name];
      const call = await callOver({
        ...ANDROID,
        calls: { api: { error: name === 'BadParam' ? `${number}` : number } },
      });
      expect(resultOf(await pay(call))).toBe(-4);
      expect(prompted()).toHaveLength(1);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it.each(failures)(
    'after the bridge error %s a reading call is repeated by fetch only if the app is unable to send calls',
    async (name) => {
      const { number } = BRIDGE_ERRORS[name];
      const cannot = CANNOT.includes(name);
      const call = await callOver({ ...ANDROID, calls: { api: { error: number } } });
      expect(resultOf(await lookUp(call))).toBe(cannot ? 'ok' : -4);
      expect(fetched).toHaveBeenCalledTimes(cannot ? 1 : 0);
      // An app that cannot send calls is not asked again; an offline app is.
      await lookUp(call);
      expect(prompted()).toHaveLength(cannot ? 1 : 2);
    },
  );

  it('a malformed answer over the app’s bridge fails as ProtocolError', async () => {
    const { sender } = await appOf(ANDROID);
    fetched.mockResolvedValue({ status: 12, headers: [], text: () => Promise.resolve('') } as never);
    await expect(sender?.('/api/x/', { method: 'POST' }, true)).rejects.toMatchObject({
      error: 'ProtocolError',
    });
  });
});
