import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './waits.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('waits for an idle moment, but not for ever: a phone that is never idle gets there too', () => {
  const ask = vi.fn<(work: () => void, options?: { timeout?: number }) => void>();
  vi.stubGlobal('requestIdleCallback', ask);
  const work = (): void => undefined;
  whenIdle(work);
  expect(ask.mock.calls).toEqual([[work, { timeout: expect.any(Number) as number }]]);
});

it('waits a while where the browser cannot tell', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
  const work = vi.fn<() => void>();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});
