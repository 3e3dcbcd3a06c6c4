import { afterEach, expect, it } from 'vitest';
import { takeLinkCredentials } from './link-credentials.ts';

const KEY = 'a'.repeat(64);

afterEach(() => {
  history.replaceState(null, '', '/');
});

it.each([
  [`/pay?session_key=${KEY}`, '/pay'],
  [`/pay?from=app&session_key=${KEY}&room_id=7`, '/pay?from=app&room_id=7'],
  [`/pay?session%5Fkey=${KEY}`, '/pay'],
  [`/pay?from=app#/home?session_key=${KEY}&a=1`, '/pay?from=app#/home?a=1'],
  [`/pay?session_key=${KEY}&session_key=${KEY}#part`, '/pay#part'],
])('[APP-22] the session key is removed from the address %s', (link, clean) => {
  history.replaceState({ guard: 1 }, '', link);
  const credentials = takeLinkCredentials();
  expect(location.pathname + location.search + location.hash).toBe(clean);
  expect(history.state).toEqual({ guard: 1 });
  expect(credentials).toEqual({ by: 'session_key', secret: KEY });
});

it('[LGN-03] a login ticket is removed from the query of the address', () => {
  history.replaceState(null, '', '/login?ticket=t-1');
  const credentials = takeLinkCredentials();
  expect(location.search).toBe('');
  expect(credentials).toEqual({ by: 'ticket', secret: 't-1' });
});

it.each([
  ['/pay#ticket=t-1', '/pay'],
  ['/pay#zp_show=1&ticket=t-1', '/pay#zp_show=1'],
  ['/pay#ticket=t-1?from=app', '/pay#?from=app'],
])('[LGN-03] a login ticket in the hash is removed from the address %s', (link, clean) => {
  history.replaceState(null, '', link);
  const credentials = takeLinkCredentials();
  expect(location.pathname + location.search + location.hash).toBe(clean);
  expect(credentials).toEqual({ by: 'ticket', secret: 't-1' });
});

it('an address without session key or login ticket is left unchanged', () => {
  history.replaceState(null, '', '/pay?a=%20b&c#x?y');
  const credentials = takeLinkCredentials();
  expect(location.search + location.hash).toBe('?a=%20b&c#x?y');
  expect(credentials).toBeNull();
});
