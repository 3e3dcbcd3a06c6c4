import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { listGemPacks, SUCCESS_CODE } from '@jawhara/contract';
import { accountId, type DisplayId } from '@jawhara/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, callOrTakeOver } from '../api/call.ts';
import { createPageScope } from '../page-scope.ts';
import { takeEarlyPacks } from '../api/use-gem-packs.ts';
import './send-request.ts';
import { clientId } from './ids.ts';
import { storedLogin } from './storage/login.ts';
import { storedPacks } from './storage/purchase.ts';
import { rememberRecipient } from './storage/recipients.ts';

const firstPaint = readFileSync('apps/web/public/first-paint.js', 'utf8');
const NOURA = { accountId: accountId(11), displayId: '5048213' as DisplayId, nickname: 'N', iconUrl: null };
const PACKS = { list: [], recommends: [], extra_recommend: null, pay_group: 'default' };
const NEW = { is_new: true, is_new_uid: true, is_new_h5device: true };
const answered = () =>
  new Response(JSON.stringify({ result: 0, code: SUCCESS_CODE, message: '', data: { ...PACKS, ...NEW } }));

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

/** Opens the path and runs the script first-paint.js, whose text the build writes into each page. */
function open(path: string): void {
  history.replaceState(null, '', path);
  const { document, localStorage, innerWidth, addEventListener, location } = window;
  runInNewContext(firstPaint, {
    window: globalThis,
    document,
    localStorage,
    innerWidth,
    addEventListener,
    location,
    fetch: fetched,
  });
}

const said = (nth: number) => {
  const [url, { method, headers, body, cache }] = fetched.mock.calls[nth] ?? ['', {}];
  const { 'x-request-id': _forTheLogs, ...others } = headers as Record<string, string>;
  return { url, method, body, cache, headers: others };
};

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset().mockImplementation(() => Promise.resolve(answered()));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.earlyRequest = undefined;
  globalThis.JawharaApp = undefined;
  history.replaceState(null, '', '/');
});

it.each([
  ['a new visitor', () => undefined],
  ['a visitor who has chosen a recipient', () => rememberRecipient(NOURA)],
  [
    'a signed-in visitor',
    () => storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 }),
  ],
  ['a visitor inside the app', () => (globalThis.JawharaApp = { postMessage: () => undefined })],
])(
  'the early request of the page for the gem packs equals the request of the app: %s',
  async (_who, arrange) => {
    clientId();
    arrange();
    for (const path of ['/pay', '/recharge/?x=ludo', '/recharge-list']) {
      fetched.mockClear();
      open(path);
      globalThis.earlyRequest = undefined;
      await callOrTakeOver(listGemPacks, {
        recipientId: localStorage.getItem('jawhara.recipient') ? NOURA.accountId : null,
      });
      expect(said(0)).toEqual(said(1));
    }
  },
);

it('pages without gem packs send no early request', () => {
  for (const path of ['/', '/pay-step', '/login', '/payments']) open(path);
  expect(fetched).not.toHaveBeenCalled();
});

it('the app uses the answer of the early gem pack request once, and then sends requests of its own', async () => {
  open('/pay');
  takeEarlyPacks(createPageScope());
  await vi.waitFor(() => expect(storedPacks.read()).not.toBeNull());
  expect(fetched).toHaveBeenCalledTimes(1);
  await callOrTakeOver(listGemPacks, { recipientId: null });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('the early gem pack request is not used for another recipient, for whom the app sends its own request', async () => {
  open('/pay');
  await callOrTakeOver(listGemPacks, { recipientId: NOURA.accountId });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('the app requests the gem packs again when the early request did not reach the server', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  open('/pay');
  expect(await callOrTakeOver(listGemPacks, { recipientId: null })).toEqual({
    kind: 'failed',
    failure: 'no-response',
  });
  expect(await callOrTakeOver(listGemPacks, { recipientId: null })).toMatchObject({ kind: 'ok' });
});

it('a call that waits for the early gem pack request can be aborted', async () => {
  fetched.mockReturnValueOnce(new Promise(() => undefined));
  open('/pay');
  const leaving = new AbortController();
  const asking = callOrTakeOver(listGemPacks, { recipientId: null }, { signal: leaving.signal });
  leaving.abort();
  expect(await asking).toEqual({ kind: 'failed', failure: 'aborted' });
});

it('a call by call() sends its own request and leaves the early gem pack request for the app to use', async () => {
  open('/pay');
  const early = globalThis.earlyRequest;
  await call(listGemPacks, { recipientId: null });
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(globalThis.earlyRequest).toBe(early);
});
