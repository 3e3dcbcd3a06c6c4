import { ERROR_CATALOGUE, findRecipient, readServerTime, readSignedInAccount } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { http, HttpResponse } from 'msw/http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientId } from '../browser/ids.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { NOURA } from './test/accounts.ts';
import { call, callAs, onRefusedCall } from './call.ts';
import type { RefusedCall } from './create-call.ts';
import { answer, network, refuse } from './test/network.ts';
import { currentToast } from '../ui/test/library.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The headers that a call from this page sends. */
async function headersFrom(pageUrl: string): Promise<Headers> {
  let sent = new Headers();
  vi.stubGlobal('location', { href: pageUrl });
  network.use(
    answer(readServerTime, (_request, headers) => {
      sent = headers;
      return { ts: 1 };
    }),
  );
  await call(readServerTime, {});
  return sent;
}

describe('the headers of a call', () => {
  it.each([
    ['https://kanka.example.com/pay', 'kanka'],
    ['https://are.example.com/pay', 'are'],
    ['https://pay.example.com/ludo/pay', 'ludo'],
    ['https://pay.example.com/pay?from=okey', 'okey'],
    ['https://pay.example.com/pay', 'ksa'],
    ['https://compare.example.com/pay', 'ksa'],
  ])('[NET-01] a call from %s sends the package name %s', async (pageUrl, packageName) => {
    expect((await headersFrom(pageUrl)).get('x-cli-pn')).toBe(packageName);
  });

  it('[NET-01] every call sends the stored client id and the language Arabic', async () => {
    const [first, second] = [
      await headersFrom('https://are.example.com/'),
      await headersFrom('https://are.example.com/'),
    ];
    expect(first.get('x-cli-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(first.get('x-cli-id')).toBe(clientId());
    expect(second.get('x-cli-id')).toBe(clientId());
    expect(first.get('accept-language')).toBe('ar');
    expect(first.has('x-cli-br')).toBe(false);
  });

  it('[NET-01] a call sends the language of the page', async () => {
    document.documentElement.lang = 'en';
    expect((await headersFrom('https://are.example.com/')).get('accept-language')).toBe('en');
    document.documentElement.lang = 'ar';
  });

  it('[NET-01] a call sends the session key of the stored login, and never a session key from a link', async () => {
    const link = `https://are.example.com/pay?session_key=${'a'.repeat(64)}`;
    expect((await headersFrom(link)).has('x-session-key')).toBe(false);
    storedLogin.write({ sessionKey: 'b'.repeat(64), account: NOURA, storedAtMs: 0 });
    expect((await headersFrom(link)).get('x-session-key')).toBe('b'.repeat(64));
    storedLogin.forget();
    expect((await headersFrom(link)).has('x-session-key')).toBe(false);
  });
});

describe('refusals and toasts', () => {
  it('[NET-02] every refused call reaches the global handler with result, message, path and params', async () => {
    const received: RefusedCall[] = [];
    const stop = onRefusedCall((one) => received.push(one));
    network.use(
      answer(findRecipient, refuse('not-found', { message: 'nobody' })),
      answer(readSignedInAccount, refuse('not-signed-in', { message: 'who?' })),
      answer(readServerTime, { ts: 1 }),
    );
    await call(findRecipient, { displayId: '5048213' as DisplayId });
    await callAs('c'.repeat(64))(readSignedInAccount, {});
    await call(readServerTime, {});
    stop();
    expect(received).toEqual([
      {
        result: ERROR_CATALOGUE['not-found'].result,
        message: 'nobody',
        path: findRecipient.path,
        params: { display_id: '5048213', source: 1 },
      },
      {
        result: ERROR_CATALOGUE['not-signed-in'].result,
        message: 'who?',
        path: readSignedInAccount.path,
        params: {},
      },
    ]);
  });

  it('[NET-02] a toast in a response is shown, whether the call succeeds or is refused', async () => {
    const said = (body: object) => http.get(`*${readServerTime.path}`, () => HttpResponse.json(body));
    network.use(said({ result: 0, code: 200, message: '', data: { ts: 1 }, toast: 'saved' }));
    expect(await call(readServerTime, {})).toEqual({ kind: 'ok', value: { ts: 1 } });
    expect(currentToast()?.text).toBe('saved');
    network.use(said({ result: 20191, code: 20191, message: 'm', data: null, toast: 'not saved' }));
    expect(await call(readServerTime, {})).toMatchObject({ kind: 'refused' });
    expect(currentToast()?.text).toBe('not saved');
  });
});

it.each([
  ['on Android', () => (globalThis.JawharaApp = { postMessage: () => undefined })],
  [
    'on iOS',
    () => (globalThis.webkit = { messageHandlers: { JawharaApp: { postMessage: () => undefined } } }),
  ],
])(
  '[NET-01] a call sends x-cli-br inside the app %s, and not in another app’s page',
  async (_where, enter) => {
    globalThis.webkit = { messageHandlers: {} };
    expect((await headersFrom('https://are.example.com/pay')).has('x-cli-br')).toBe(false);
    enter();
    expect((await headersFrom('https://are.example.com/pay')).get('x-cli-br')).toBe('1');
    globalThis.JawharaApp = undefined;
    globalThis.webkit = undefined;
  },
);
