import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallAnswer } from './call-answer.ts';
import { queryState, refetch, fetchIfStale, setData, whenSettled, subscribeToQuery } from './query-cache.ts';

const ok = (value: number): CallAnswer<number> => ({ kind: 'ok', value });
const LOST: CallAnswer<number> = { kind: 'failed', failure: 'no-response' };
const REFUSED: CallAnswer<number> = { kind: 'refused', refusal: null, result: 1, message: '' };

/** A server that gives these answers in turn, and the last one for ever. */
function server(...answers: CallAnswer<number>[]) {
  return vi.fn<() => Promise<CallAnswer<number>>>(() =>
    Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? LOST),
  );
}

let keys = 0;
let key = '';
beforeEach(() => {
  vi.useFakeTimers();
  key = `question ${(keys += 1)}`;
});
afterEach(() => vi.useRealTimers());

describe('answers', () => {
  it('one question is under way, however many ask', async () => {
    const ask = server(ok(1));
    const all = [refetch(key, ask), refetch(key, ask), refetch(key, ask)];
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(queryState(key)).toEqual({ value: 1, problem: null });
  });

  it('a failure is asked about twice more, a refusal never', async () => {
    const lost = server(LOST);
    void refetch(key, lost);
    await vi.runAllTimersAsync();
    expect(lost).toHaveBeenCalledTimes(3);
    expect(queryState(key).problem).toEqual(LOST);
    const refused = server(REFUSED);
    void refetch(`${key} refused`, refused);
    await vi.runAllTimersAsync();
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it('a failed asking keeps the last value', async () => {
    const ask = server(ok(1), LOST);
    void refetch(key, ask);
    await vi.runAllTimersAsync();
    void refetch(key, ask);
    await vi.runAllTimersAsync();
    expect(queryState(key)).toEqual({ value: 1, problem: LOST });
  });

  it('whoever wants a newer answer waits for the older question to end', async () => {
    const ask = server(ok(1), ok(2));
    void refetch(key, ask);
    const afresh = whenSettled(key).then(() => refetch(key, ask));
    await vi.runAllTimersAsync();
    await afresh;
    expect([ask.mock.calls.length, queryState(key).value]).toEqual([2, 2]);
  });

  it('what is fresh is not asked again, what is stale is', async () => {
    const ask = server(ok(2));
    setData(key, 1);
    fetchIfStale(key, ask, 1_000);
    await vi.advanceTimersByTimeAsync(999);
    fetchIfStale(key, ask, 1_000);
    expect(ask).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    fetchIfStale(key, ask, 1_000);
    await vi.runAllTimersAsync();
    expect(queryState(key).value).toBe(2);
  });

  it('what failed is asked again at the next occasion, and who watches is told', async () => {
    const ask = server(LOST, LOST, LOST, ok(3));
    const onChange = vi.fn<() => void>();
    const stop = subscribeToQuery(key, onChange);
    fetchIfStale(key, ask, 60_000);
    await vi.runAllTimersAsync();
    expect(queryState(key).problem).toEqual(LOST);
    fetchIfStale(key, ask, 60_000);
    await vi.runAllTimersAsync();
    expect(queryState(key)).toEqual({ value: 3, problem: null });
    expect(onChange).toHaveBeenCalledTimes(2);
    stop();
    setData(key, 4);
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});
