import { afterEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('whenIdle', () => {
  it('waits for the browser to be idle', () => {
    const asked: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (work: () => void) => asked.push(work));
    const work = vi.fn<() => void>();
    whenIdle(work);
    expect(work).not.toHaveBeenCalled();
    asked[0]?.();
    expect(work).toHaveBeenCalledTimes(1);
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
});
