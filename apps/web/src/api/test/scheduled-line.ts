import * as fc from 'fast-check';
import type { CallAnswer } from '../call-answer.ts';
import type { CallOptions } from '../create-call.ts';

const TROUBLES = ['lost', 'answer-lost', 'late', 'twice', 'slow', 'slow', 'unanswered'] as const;

/**
 * A call's fate. Late: the server receives it when the page has given up, or shortly after. Twice: the server
 * receives it twice. Slow: its answer comes after many other tasks. Unanswered: no answer until `calmDown`.
 */
export type CallFate = 'answered' | (typeof TROUBLES)[number];

/** Troubles come singly or several in a row: only several in a row use up the tries of a call. */
const spell = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constant<CallFate>('answered'), { minLength: 1, maxLength: 6 }) },
  { weight: 2, arbitrary: fc.constantFrom<CallFate>(...TROUBLES).map((trouble) => [trouble]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom<CallFate>(...TROUBLES), fc.integer({ min: 2, max: 10 }))
      .map(([trouble, times]) => Array.from({ length: times }, () => trouble)),
  },
);

/** The fates of the calls in their order; every call after the last one is answered. */
export const callFates: fc.Arbitrary<CallFate[]> = fc
  .array(spell, { maxLength: 8, size: 'max' })
  .map((spells) => spells.flat());

/** More promise turns than lie between the answer of a call and the next task that it schedules. */
const AWAITS_MAX = 24;

async function settle(): Promise<void> {
  for (let i = 0; i < AWAITS_MAX; i += 1) await Promise.resolve();
}

/** After each task, waits until the promises that depend on it have settled. */
export const lineScheduler = (): fc.Arbitrary<fc.Scheduler> =>
  fc.scheduler({
    act: async (run) => {
      await run();
      await settle();
    },
  });

export interface ScheduledLine {
  /** `serve` is what the server does when the call gets there. */
  readonly send: <Value>(
    name: string,
    serve: () => CallAnswer<Value>,
    options?: CallOptions,
  ) => Promise<CallAnswer<Value>>;
  /** Resolves whenever the scheduler likes, or at once when it is aborted. */
  readonly wait: (name: string, signal?: AbortSignal) => Promise<void>;
  /** As `wait`, but not while the device is offline. */
  readonly waitOnline: (name: string, signal?: AbortSignal) => Promise<void>;
  readonly isOnline: () => boolean;
  readonly setOnline: (isOnline: boolean) => void;
  /** From now on every call is answered; calls that got no answer have timed out. */
  readonly calmDown: () => void;
  readonly run: (count: number) => Promise<void>;
  /** Events so far, for reading a counterexample. */
  readonly log: string[];
}

/** Tasks that run before a slow call goes on. */
const SLOW_TASKS = 12;

const failed = (failure: 'no-response' | 'timeout' | 'aborted') => ({ kind: 'failed', failure }) as const;

/** Simulates the network and the clock between a page and its server. fast-check's scheduler decides their order. */
export function scheduledLine(scheduler: fc.Scheduler, fates: readonly CallFate[]): ScheduledLine {
  const log: string[] = [];
  const left = [...fates];
  const overdue: (() => void)[] = [];
  let slow: { tasksLeft: number; readonly goOn: () => void }[] = [];
  let isOnline = true;
  let isCalm = false;
  let whenOnline: (() => void)[] = [];

  /** Continues the slow calls that have at most `tasksLeft` tasks to wait. */
  const hurry = (tasksLeft: number): void => {
    for (const one of slow) if (one.tasksLeft <= tasksLeft) one.goOn();
    slow = slow.filter((one) => one.tasksLeft > tasksLeft);
  };

  const task = async (label: string): Promise<void> => {
    await scheduler.schedule(Promise.resolve(), label);
    log.push(label);
  };
  const wait = (name: string, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      void task(name).then(resolve);
      signal?.addEventListener('abort', () => resolve());
    });

  return {
    log,
    wait,
    isOnline: () => isOnline,
    setOnline(next) {
      isOnline = next;
      if (!next) return;
      for (const resume of whenOnline) resume();
      whenOnline = [];
    },
    async waitOnline(name, signal) {
      await wait(name, signal);
      if (isOnline || signal?.aborted === true) return;
      await new Promise<void>((resolve) => {
        whenOnline.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      });
    },
    async send(name, serve, options) {
      if (options?.signal?.aborted === true) return failed('aborted');
      const fate = isOnline ? (left.shift() ?? 'answered') : 'lost';
      switch (fate) {
        case 'lost':
          await task(`${name} is lost`);
          return failed('no-response');
        case 'late':
          void task(`${name} arrives late`).then(serve);
          await task(`${name} times out`);
          return failed('timeout');
        case 'unanswered':
          await new Promise<void>((resolve) => overdue.push(resolve));
          await task(`${name} times out`);
          return failed('timeout');
        default:
      }
      await task(`${name} arrives`);
      if (fate === 'slow' && !isCalm)
        await new Promise<void>((goOn) => slow.push({ tasksLeft: SLOW_TASKS, goOn }));
      if (fate === 'twice') serve();
      const answer = serve();
      await task(`${name} is answered`);
      return fate === 'answer-lost' ? failed('no-response') : answer;
    },
    calmDown() {
      isCalm = true;
      left.length = 0;
      this.setOnline(true);
      for (const timeOut of overdue.splice(0)) timeOut();
      hurry(SLOW_TASKS);
    },
    async run(count) {
      await settle();
      for (let i = 0; i < count && scheduler.count() > 0; i += 1) {
        for (const one of slow) one.tasksLeft -= 1;
        hurry(0);
        await scheduler.waitNext(1);
      }
    },
  };
}
