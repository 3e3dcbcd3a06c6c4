import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './waits.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('whenIdle waits for an idle moment of the browser, with a timeout for browsers that are never idle', () => {
  const ask = vi.fn<(work: () => void, options?: { timeout?: number }) => void>();
  vi.stubGlobal('requestIdleCallback', ask);
  const work = (): void => undefined;
  whenIdle(work);
  expect(ask.mock.calls).toEqual([[work, { timeout: expect.any(Number) as number }]]);
});

it('whenIdle waits for a timer when the browser has no requestIdleCallback', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
  const work = vi.fn<() => void>();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});
