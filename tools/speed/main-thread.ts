/** An event of a browser's trace, as far as it is read here. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The part of `dur` in which the thread was running. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string; readonly url?: string } };
}

/** Work of the page's main thread in milliseconds of its CPU time, which other load on the machine does not lengthen. */
export interface MainThread {
  readonly workMs: number;
  /** Each task after the first contentful paint, which can delay the reaction to a tap. */
  readonly tasksAfterPaintMs: readonly number[];
}

const TASK = 'RunTask';
const LONG_TASK_MS = 50;

export function readMainThread(events: readonly TraceEvent[], pageUrl: string): MainThread {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === pageUrl,
  );
  if (start === undefined) throw new Error(`the trace does not show a visit to ${pageUrl}`);
  const own = events.filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts);
  const paint = events.find(
    ({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === start.pid && ts >= start.ts,
  );
  if (paint === undefined) throw new Error(`${pageUrl} painted nothing`);
  const observing = own.filter(({ args }) => args?.data?.url?.includes('_lighthouse-eval') === true);
  const tasks = own.filter(
    (event) => event.name.endsWith(TASK) && event.ph === 'X' && !observing.some(isInside(event)),
  );
  return {
    workMs: sum(tasks.map(cpuMs)),
    tasksAfterPaintMs: tasks.filter(({ ts, dur = 0 }) => ts + dur > paint.ts).map(cpuMs),
  };
}

/** Total blocking time on a device that is this many times slower: the part of each task beyond 50 ms. */
export function blockingMs(tasksMs: readonly number[], slowDown: number): number {
  return sum(tasksMs.map((taskMs) => Math.max(0, taskMs * slowDown - LONG_TASK_MS)));
}

function isInside({ ts, dur = 0 }: TraceEvent): (event: TraceEvent) => boolean {
  return (event) => event.ts >= ts && event.ts < ts + dur;
}

function cpuMs({ tdur = 0 }: TraceEvent): number {
  return tdur / 1000;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
