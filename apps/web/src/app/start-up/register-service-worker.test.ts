import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_SETTLED_AFTER_MS, registerServiceWorker } from './register-service-worker.ts';

const register = vi.fn<(url: string) => Promise<void>>();
const unregister = vi.fn<() => Promise<boolean>>();
const forget = vi.fn<(name: string) => Promise<boolean>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  const getRegistrations = async () => [{ unregister }];
  vi.stubGlobal('navigator', { serviceWorker: { register, getRegistrations } });
  vi.stubGlobal('caches', {
    keys: async () => ['jawhara-1', 'offline-visits'],
    has: async () => false,
    delete: forget,
  });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0));
  register.mockReset().mockResolvedValue();
  unregister.mockReset().mockResolvedValue(true);
  forget.mockReset().mockResolvedValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('[UPD-02] the service worker', () => {
  it('the service worker is registered only after the page has settled', async () => {
    const done = registerServiceWorker.run();
    await vi.advanceTimersByTimeAsync(PAGE_SETTLED_AFTER_MS - 1);
    expect(register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    await done;
    expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
    expect(unregister).not.toHaveBeenCalled();
  });

  it.each([
    ['during development', () => vi.stubEnv('PROD', false)],
    ['on a deploy for development', () => vi.stubEnv('VITE_DEPLOY', 'development')],
    ['on a source host', () => vi.stubEnv('VITE_SOURCE_HOSTS', `source.example,${location.host}`)],
  ])(
    'the service worker is not registered %s, and an installed one is removed with its caches',
    async (_, furnish) => {
      furnish();
      await registerServiceWorker.run();
      expect(register).not.toHaveBeenCalled();
      expect(unregister).toHaveBeenCalledOnce();
      expect(forget.mock.calls.flat()).toEqual(['jawhara-1', 'offline-visits']);
    },
  );
});
