import { describe, expect, it } from 'vitest';
import { blockingMs, readMainThread, type TraceEvent } from './main-thread.ts';

const PAGE = 'http://127.0.0.1:4000/pay';
const PAINTED_AT_MS = 100;

function event(name: string, atMs: number, more: Partial<TraceEvent> = {}): TraceEvent {
  return { name, ph: 'R', pid: 7, tid: 1, ts: atMs * 1000, ...more };
}

function task(atMs: number, clockMs: number, cpuMs: number, more: Partial<TraceEvent> = {}): TraceEvent {
  return event('RunTask', atMs, { ph: 'X', dur: clockMs * 1000, tdur: cpuMs * 1000, ...more });
}

const visit = (...events: TraceEvent[]): TraceEvent[] => [
  event('navigationStart', 0, { args: { data: { documentLoaderURL: PAGE } } }),
  event('firstContentfulPaint', PAINTED_AT_MS, { tid: 2 }),
  ...events,
];

describe('readMainThread', () => {
  it('the main thread’s work is its CPU time, without waiting time', () => {
    const { workMs, tasksAfterPaintMs } = readMainThread(visit(task(150, 400, 12)), PAGE);
    expect(workMs).toBe(12);
    expect(tasksAfterPaintMs).toEqual([12]);
  });

  it('a main thread task before the first paint counts as work, but not as blocking', () => {
    const { workMs, tasksAfterPaintMs } = readMainThread(visit(task(10, 30, 30), task(120, 5, 5)), PAGE);
    expect(workMs).toBe(35);
    expect(tasksAfterPaintMs).toEqual([5]);
  });

  it('the main thread’s work leaves out other threads, other pages and Lighthouse itself', () => {
    const strangers = [task(120, 9, 9, { tid: 3 }), task(120, 9, 9, { pid: 8 }), task(-50, 9, 9)];
    const observing = [
      task(300, 20, 20),
      event('EvaluateScript', 301, { args: { data: { url: '_lighthouse-eval.js' } } }),
    ];
    expect(readMainThread(visit(...strangers, ...observing, task(200, 4, 4)), PAGE).workMs).toBe(4);
  });

  it('a trace of another page, or without a paint, is refused with that reason', () => {
    expect(() => readMainThread(visit(), 'http://127.0.0.1:4000/')).toThrow('does not show a visit');
    expect(() => readMainThread(visit().slice(0, 1), PAGE)).toThrow('painted nothing');
  });
});

describe('blockingMs', () => {
  it('the blocking time sums what each task takes beyond 50 ms on a device slower by the given factor', () => {
    expect(blockingMs([10, 12.5, 20, 40], 4)).toBe(30 + 110);
  });

  it('tasks that stay below 50 ms on the slower device have no blocking time', () => {
    expect(blockingMs([10, 10, 10, 10], 4)).toBe(0);
  });
});
