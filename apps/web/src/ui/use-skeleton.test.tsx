import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, renderHook } from './test/library.ts';
import { useSkeleton } from './spinner.tsx';

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a skeleton is not drawn for a wait shorter than 200 ms', () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(199);
  rerender(false);
  pass(1_000);
  expect(result.current).toBe(false);
});

it('a skeleton is drawn after 200 ms of waiting and stays for at least 300 ms', () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(200);
  expect(result.current).toBe(true);
  rerender(false);
  pass(299);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});
