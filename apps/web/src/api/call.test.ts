import { readServerTime } from '@jawhara/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientId } from '../host/client-id.ts';
import { storedLogin } from '../host/stored-login.ts';
import { NOURA } from './test/accounts.ts';
import { call } from './call.ts';
import { answer, network } from './test/network.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** What a call from this page carries, as the network sees it. */
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

describe('who calls', () => {
  it.each([
    ['https://kanka.example.com/pay', 'kanka'],
    ['https://are.example.com/pay', 'are'],
    ['https://pay.example.com/ludo/pay', 'ludo'],
    ['https://pay.example.com/pay?from=okey', 'okey'],
    ['https://pay.example.com/pay', 'ksa'],
    ['https://compare.example.com/pay', 'ksa'],
  ])('[NET-01 in part] on %s says the package %s', async (pageUrl, packageName) => {
    expect((await headersFrom(pageUrl)).get('x-cli-pn')).toBe(packageName);
  });

  it('[NET-01 in part] says the stored client id each time, and speaks Arabic', async () => {
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

  it('[NET-01 in part] says the language of the page', async () => {
    document.documentElement.lang = 'en';
    expect((await headersFrom('https://are.example.com/')).get('accept-language')).toBe('en');
    document.documentElement.lang = 'ar';
  });

  it('[NET-01 in part] says the session key once somebody is signed in, and never one from a link', async () => {
    const link = `https://are.example.com/pay?session_key=${'a'.repeat(64)}`;
    expect((await headersFrom(link)).has('x-session-key')).toBe(false);
    storedLogin.write({ sessionKey: 'b'.repeat(64), account: NOURA, keptAtMs: 0 });
    expect((await headersFrom(link)).get('x-session-key')).toBe('b'.repeat(64));
    storedLogin.forget();
    expect((await headersFrom(link)).has('x-session-key')).toBe(false);
  });
});
