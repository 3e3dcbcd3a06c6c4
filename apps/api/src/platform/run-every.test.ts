import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { runEvery } from './run-every.ts';

const logger = pino({ level: 'silent' });
const LONG_MS = 60_000;

it('may begin at once, and what failed is tried again after its time', async () => {
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

it('otherwise begins after its time', async () => {
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
