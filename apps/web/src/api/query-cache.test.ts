import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from './call-answer.ts';
import { createQueryCache } from './query-cache.ts';

const ok = (value: number): CallAnswer<number> => ({ kind: 'ok', value });
const LOST: CallAnswer<number> = { kind: 'failed', failure: 'no-response' };
const REFUSED: CallAnswer<number> = { kind: 'refused', refusal: null, result: 1, message: '' };

/** A server that gives these answers in turn, and the last one for ever. */
function server(...answers: CallAnswer<number>[]) {
  return vi.fn<() => Promise<CallAnswer<number>>>(() =>
    Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? LOST),
  );
}

const key = 'question';
beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the query cache', () => {
  let cache = createQueryCache();
  beforeEach(() => {
    cache = createQueryCache();
  });

  it('three reads of one key at the same time send one request', async () => {
    const ask = server(ok(1));
    const all = [cache.refetch(key, ask), cache.refetch(key, ask), cache.refetch(key, ask)];
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(cache.queryState(key)).toEqual({ value: 1, problem: null });
  });

  it('a read that gets no response is sent three times, and a refused read once', async () => {
    const lost = server(LOST);
    void cache.refetch(key, lost);
    await vi.runAllTimersAsync();
    expect(lost).toHaveBeenCalledTimes(3);
    expect(cache.queryState(key).problem).toEqual(LOST);
    const refused = server(REFUSED);
    void cache.refetch(`${key} refused`, refused);
    await vi.runAllTimersAsync();
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it('a read that gets no response leaves the value of the read before', async () => {
    const ask = server(ok(1), LOST);
    void cache.refetch(key, ask);
    await vi.runAllTimersAsync();
    void cache.refetch(key, ask);
    await vi.runAllTimersAsync();
    expect(cache.queryState(key)).toEqual({ value: 1, problem: LOST });
  });

  it('a read started after whenSettled sends a request of its own', async () => {
    const ask = server(ok(1), ok(2));
    void cache.refetch(key, ask);
    const afresh = cache.whenSettled(key).then(() => cache.refetch(key, ask));
    await vi.runAllTimersAsync();
    await afresh;
    expect([ask.mock.calls.length, cache.queryState(key).value]).toEqual([2, 2]);
  });

  it('a cached value is read again only once it is older than the given time', async () => {
    const ask = server(ok(2));
    cache.setData(key, 1);
    cache.fetchIfStale(key, ask, 1_000);
    await vi.advanceTimersByTimeAsync(999);
    cache.fetchIfStale(key, ask, 1_000);
    expect(ask).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    cache.fetchIfStale(key, ask, 1_000);
    await vi.runAllTimersAsync();
    expect(cache.queryState(key).value).toBe(2);
  });

  it('after a failed read the next reader sends a new request, and subscribers are notified', async () => {
    const ask = server(LOST, LOST, LOST, ok(3));
    const onChange = vi.fn<() => void>();
    const stop = cache.subscribe(key, onChange);
    cache.fetchIfStale(key, ask, 60_000);
    await vi.runAllTimersAsync();
    expect(cache.queryState(key).problem).toEqual(LOST);
    cache.fetchIfStale(key, ask, 60_000);
    await vi.runAllTimersAsync();
    expect(cache.queryState(key)).toEqual({ value: 3, problem: null });
    expect(onChange).toHaveBeenCalledTimes(2);
    stop();
    cache.setData(key, 4);
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});
