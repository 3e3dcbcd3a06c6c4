import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_SETTLED_AFTER_MS, registerServiceWorker } from './register-service-worker.ts';

const register = vi.fn<(url: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0));
  register.mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the service worker', () => {
  it('fetches the whole site only when the page has asked its own questions', async () => {
    const done = registerServiceWorker.run();
    await vi.advanceTimersByTimeAsync(PAGE_SETTLED_AFTER_MS - 1);
    expect(register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    await done;
    expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
  });

  it('is not registered while developing', async () => {
    vi.stubEnv('PROD', false);
    await registerServiceWorker.run();
    expect(register).not.toHaveBeenCalled();
  });
});
