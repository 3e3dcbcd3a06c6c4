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

it('is wanted by the link or by the device, and a release link overrides it', () => {
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

it('is honoured on hosts of the build alone, whatever link or storage say', () => {
  storedDebugFlag.write(true);
  for (const host of ['jawhara.example', 'localhost.evil.example', '127.0.0.1.nip.io', 'evil.localhost'])
    expect(at(`https://${host}/test?is_debug=1`)).toBe(false);
});

it('reads nothing broken', () => {
  localStorage.setItem('jawhara.is_debug', '{');
  expect(at('http://localhost/')).toBe(false);
  localStorage.setItem('jawhara.is_debug', '"yes"');
  expect(at('http://localhost/')).toBe(false);
});
