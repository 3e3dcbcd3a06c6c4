import { afterEach, expect, it, vi } from 'vitest';
import { isDebug, storedDebugFlag } from './debug-flag.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const at = (url: string): boolean => {
  const { hostname, search, hash } = new URL(url);
  vi.stubGlobal('location', { hostname, search, hash });
  return isDebug();
};

it('the debug flag is switched on by the link or by stored data, and is_release in the link overrides it', () => {
  expect(at('http://localhost/test')).toBe(false);
  expect(at('http://localhost/test?is_debug=1')).toBe(true);
  expect(at('http://localhost/test?is_debug')).toBe(true);
  expect(at('http://localhost/#/x?is_debug=1')).toBe(true);
  storedDebugFlag.write(true);
  expect(at('http://localhost/test')).toBe(true);
  expect(at('http://localhost/test?is_debug=0')).toBe(false);
  expect(at('http://localhost/test?is_release=1')).toBe(false);
  expect(at('http://localhost/test?is_debug=1&is_release')).toBe(false);
});

it('the debug flag is off on every host that the build does not name, whatever link or storage contain', () => {
  storedDebugFlag.write(true);
  for (const host of ['jawhara.example', 'localhost.evil.example', '127.0.0.1.nip.io', 'evil.localhost'])
    expect(at(`https://${host}/test?is_debug=1`)).toBe(false);
});

it('a stored debug flag that cannot be read is treated as off', () => {
  localStorage.setItem('jawhara.is_debug', '{');
  expect(at('http://localhost/')).toBe(false);
  localStorage.setItem('jawhara.is_debug', '"yes"');
  expect(at('http://localhost/')).toBe(false);
});
