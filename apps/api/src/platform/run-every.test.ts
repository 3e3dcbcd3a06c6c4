import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { runEvery } from './run-every.ts';

const logger = pino({ level: 'silent' });
const LONG_MS = 60_000;

it('a repeated job that is set to start at once does so, and runs again after its interval even if it failed', async () => {
  vi.useFakeTimers();
  try {
    const work = vi.fn<() => Promise<void>>(async () => {
      throw new Error('away');
    });
    const atOnce = runEvery('test', LONG_MS, logger, work, 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(work).toHaveBeenCalledTimes(2);
    await atOnce.stop();
    await vi.advanceTimersByTimeAsync(2 * LONG_MS);
    expect(work).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

it('a repeated job not set to start at once first runs after its interval', async () => {
  vi.useFakeTimers();
  try {
    const work = vi.fn<() => Promise<void>>(async () => {});
    const later = runEvery('test', LONG_MS, logger, work);
    await vi.advanceTimersByTimeAsync(LONG_MS - 1);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await later.stop();
  } finally {
    vi.useRealTimers();
  }
});
