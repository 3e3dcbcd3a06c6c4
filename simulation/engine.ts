import { isProgramError } from './violation.ts';
import type { FlowCommandResult, FlowTrouble, TroubledFlow } from '../apps/api/src/platform/restate-admin.ts';
import {
  NothingThere,
  type Flow,
  type FlowCall,
  type FlowClient,
  type FlowEvents,
  type FlowHandlers,
  type Json,
} from '../apps/api/src/platform/flow.ts';
import { DAY_MS, MINUTE_MS, type VirtualClock } from './clock.ts';
import type { Scheduler, Task } from './scheduler.ts';

/** The same retries as platform/restate.ts configures for Restate. */
const RETRY = { firstMs: 100, mostMs: 5_000, triesMax: 500 } as const;
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;
const LONG_RUN_MS = 5 * MINUTE_MS;

interface JournalEntry {
  readonly step: string;
  readonly result: { readonly value: string | undefined } | { readonly terminal: string };
}

interface Invocation {
  readonly id: string;
  readonly key: string;
  readonly event: string;
  readonly input: string | undefined;
  readonly journal: JournalEntry[];
  readonly cameAt: number;
  startedAt: number | null;
  tries: number;
  nextTryAt: number;
  isPaused: boolean;
  failedStep: string | null;
  failure: string | null;
  /** The run of the handler that is in progress; null between retries. */
  task: Task | null;
  end: { readonly at: number; readonly value: Json; readonly isFailed: boolean } | null;
  readonly waiting: Set<(answer: FlowCall<never>) => void>;
}

const toText = (value: Json): string | undefined => JSON.stringify(value);
const fromText = (text: string | undefined): Json =>
  text === undefined ? undefined : (JSON.parse(text) as Json);

export interface EngineDeps {
  readonly clock: VirtualClock;
  readonly scheduler: Scheduler;
  readonly log: (line: string) => void;
  readonly nameOf: (key: string) => string;
  /** Called for an error that no injected fault throws, such as a TypeError: then the program itself is wrong. */
  onProgramError?(what: string): void;
}

/**
 * Stands in for Restate behind the interface of platform/flow.ts, without a server, a network or real time.
 * engine.conformance.test.ts tests the same promises on both: handlers of one key run one at a time in order of arrival; a
 * recorded step is never run again; a handler whose process died runs again from its beginning and skips the steps in its
 * journal; an idempotency key is remembered for a day after its work has ended or was killed; a failing handler blocks those
 * of its key that came later.
 */
export class SimulatedEngine<Events extends FlowEvents, Answers extends Record<keyof Events, Json>> {
  isAway = false;
  readonly #handlers: FlowHandlers<Events, Answers>;
  readonly #deps: EngineDeps;
  readonly #queues = new Map<string, Invocation[]>();
  readonly #names = new Map<string, Invocation>();
  #count = 0;

  constructor(handlers: FlowHandlers<Events, Answers>, deps: EngineDeps) {
    this.#handlers = handlers;
    this.#deps = deps;
  }

  #nowMs(): number {
    return this.#deps.clock.now().getTime();
  }

  readonly client: FlowClient<Events, Answers> = {
    call: (event, key, input, { idempotencyKey, waitMsMax }) => {
      if (this.isAway) return Promise.resolve({ kind: 'engine-away' });
      const invocation = this.#accept(event, key, input, idempotencyKey);
      if (invocation.end !== null) return Promise.resolve(answerOf(invocation));
      return new Promise<FlowCall<never>>((resolve) => {
        const settle = (answer: FlowCall<never>): void => {
          stop();
          invocation.waiting.delete(settle);
          resolve(answer);
        };
        const stop = this.#deps.clock.ringAfter(waitMsMax, () => settle({ kind: 'engine-away' }));
        invocation.waiting.add(settle);
      });
    },
    send: async (event, key, input, options) => {
      if (this.isAway) return false;
      this.#accept(event, key, input, options?.idempotencyKey);
      return true;
    },
    enqueue: async (event, key, input, idempotencyKey) => {
      if (this.isAway) return 'engine-away';
      const before = this.#count;
      const { end } = this.#accept(event, key, input, idempotencyKey);
      if (this.#count > before) return 'taken';
      return end === null ? 'waiting' : 'ended';
    },
  };

  #accept(event: string, key: string, input: Json, idempotencyKey: string | undefined): Invocation {
    const now = this.#nowMs();
    const name = idempotencyKey === undefined ? null : `${key}/${event}/${idempotencyKey}`;
    const known = name === null ? undefined : this.#names.get(name);
    if (known !== undefined && (known.end === null || now < known.end.at + IDEMPOTENCY_RETENTION_MS))
      return known;
    this.#count += 1;
    const invocation: Invocation = {
      id: `inv-${this.#count}`,
      key,
      event,
      input: toText(input),
      journal: [],
      cameAt: now,
      startedAt: null,
      tries: 0,
      nextTryAt: now,
      isPaused: false,
      failedStep: null,
      failure: null,
      task: null,
      end: null,
      waiting: new Set(),
    };
    if (name !== null) this.#names.set(name, invocation);
    this.#queues.set(key, [...(this.#queues.get(key) ?? []), invocation]);
    return invocation;
  }

  /** Starts the first invocation of every key, unless it is running, paused or waiting for its next retry. */
  dispatch(): void {
    if (this.isAway) return;
    const now = this.#nowMs();
    for (const [, [head]] of this.#queues)
      if (head !== undefined && head.task === null && !head.isPaused && head.nextTryAt <= now)
        this.#attempt(head);
  }

  /** When the next retry of a failing handler is due; null if none fails. */
  nextRetryAt(): Date | null {
    const times = [...this.#queues.values()].flatMap(([head]) =>
      head !== undefined && head.tries > 0 && head.task === null && !head.isPaused ? [head.nextTryAt] : [],
    );
    return times.length === 0 ? null : new Date(Math.min(...times));
  }

  hasWork(key: string): boolean {
    return this.#queues.has(key);
  }

  #attempt(head: Invocation): void {
    head.startedAt ??= this.#nowMs();
    const { scheduler, log, nameOf } = this.#deps;
    const name = `${head.event} of ${nameOf(head.key)}`;
    const task: Task = scheduler.spawn(
      name,
      async () => {
        const handler = this.#handlers[head.event] as FlowHandlers<Events, Answers>[string];
        try {
          const value = await handler(this.#flow(head, task), head.key, fromText(head.input) as never);
          this.#finish(head, value, false);
        } catch (error) {
          this.#failed(head, null, error);
        }
      },
      (where) => {
        log(`the worker dies in ${name}, before: ${where}`);
        if (head.task === task) head.task = null;
      },
    );
    head.task = task;
  }

  #flow(head: Invocation, task: Task): Flow {
    const { scheduler } = this.#deps;
    let position = 0;
    return {
      step: async <T extends Json>(step: string, work: () => Promise<T>): Promise<T> => {
        const recorded = head.journal[position];
        position += 1;
        if (recorded !== undefined) return replay(recorded, step) as T;
        await scheduler.gate(`step "${step}"`);
        let result: JournalEntry['result'];
        try {
          result = { value: toText(await work()) };
        } catch (error) {
          if (!(error instanceof NothingThere)) return this.#giveUpAttempt<T>(head, task, step, error);
          result = { terminal: error.message };
        }
        await scheduler.gate(`recording "${step}"`);
        const entry = { step, result };
        head.journal.push(entry);
        return replay(entry, step) as T;
      },
    };
  }

  /** Ends the attempt without an error in the handler: the engine runs the handler again later, from its beginning. */
  #giveUpAttempt<T>(head: Invocation, task: Task, step: string, error: unknown): Promise<T> {
    this.#failed(head, step, error);
    this.#deps.scheduler.abandon(task);
    return new Promise<T>(() => {});
  }

  #failed(head: Invocation, step: string | null, error: unknown): void {
    if (error instanceof NothingThere) return this.#finish(head, null, true);
    head.task = null;
    head.tries += 1;
    head.failedStep = step;
    head.failure = (error as Error).message;
    if (isProgramError(error))
      this.#deps.onProgramError?.(
        `${head.event} of ${this.#deps.nameOf(head.key)} at "${step}": ${head.failure}`,
      );
    const pauseMs = Math.min(RETRY.firstMs * 2 ** (head.tries - 1), RETRY.mostMs);
    head.nextTryAt = this.#nowMs() + pauseMs;
    head.isPaused = head.tries >= RETRY.triesMax;
    if (head.tries < 3)
      this.#deps.log(`${head.event} of ${this.#deps.nameOf(head.key)} fails at "${step}": ${head.failure}`);
  }

  #finish(head: Invocation, value: Json, isFailed: boolean): void {
    if (head.end !== null) return;
    head.end = { at: this.#nowMs(), value, isFailed };
    head.task = null;
    const rest = (this.#queues.get(head.key) ?? []).filter((one) => one !== head);
    if (rest.length === 0) this.#queues.delete(head.key);
    else this.#queues.set(head.key, rest);
    for (const settle of head.waiting) settle(answerOf(head));
  }

  #find(id: string): Invocation | undefined {
    return [...this.#queues.values()].flat().find((one) => one.id === id);
  }

  /** The operator's view of the engine and its commands (FlowDesk of operator-context.ts). */
  readonly desk = {
    troubled: async (): Promise<FlowTrouble | null> => {
      if (this.isAway) return null;
      const now = this.#nowMs();
      const flows = [...this.#queues.values()]
        .flat()
        .filter(
          (one) =>
            one.isPaused || one.tries > 1 || (one.startedAt !== null && one.startedAt < now - LONG_RUN_MS),
        );
      return { flows: flows.map(troubledOf), isAll: true };
    },
    ofOrder: async (key: string): Promise<readonly TroubledFlow[] | null> =>
      this.isAway ? null : (this.#queues.get(key) ?? []).map(troubledOf),
    kill: async (id: string): Promise<FlowCommandResult> => {
      if (this.isAway) return 'engine-away';
      const found = this.#find(id);
      if (found === undefined) return 'not-there';
      if (found.task !== null) this.#deps.scheduler.abandon(found.task);
      this.#finish(found, null, true);
      return 'done';
    },
    resume: async (id: string): Promise<FlowCommandResult> => {
      if (this.isAway) return 'engine-away';
      const found = this.#find(id);
      if (found === undefined) return 'not-there';
      found.isPaused = false;
      found.nextTryAt = this.#nowMs();
      return 'done';
    },
  };
}

function replay(entry: JournalEntry, step: string): Json {
  if (entry.step !== step)
    throw new Error(`the journal has "${entry.step}" where the handler asks for "${step}"`);
  if ('terminal' in entry.result) throw new NothingThere(entry.result.terminal);
  return fromText(entry.result.value);
}

function answerOf({ end }: Invocation): FlowCall<never> {
  return end === null || end.isFailed
    ? { kind: 'engine-away' }
    : { kind: 'answered', answer: end.value as never };
}

function statusOf({ isPaused, tries, startedAt }: Invocation): TroubledFlow['status'] {
  if (isPaused) return 'paused';
  if (tries > 0) return 'backing-off';
  return startedAt === null ? 'waiting' : 'running';
}

function troubledOf(one: Invocation): TroubledFlow {
  return {
    id: one.id,
    key: one.key,
    event: one.event,
    tries: one.tries,
    failure: one.failure,
    step: one.failedStep,
    status: statusOf(one),
    nextTryAt: new Date(one.nextTryAt),
    beganAt: new Date(one.startedAt ?? one.cameAt),
  };
}
