import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../apps/api/src/platform/postgres.ts';

/** The work of one actor: a payer's call, an operator's command, a handler in the engine or a job of the worker. */
export interface Task {
  readonly name: string;
  readonly number: number;
  isDead: boolean;
  /** Gates at which the task waits for its turn. More than one if it runs several promises at once. */
  readonly gates: Gate[];
  readonly onDeath: ((where: string) => void) | null;
}

interface Gate {
  readonly where: string;
  readonly open: () => void;
}

const never = (): Promise<never> => new Promise<never>(() => {});
const macrotask = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Lets one task at a time run until its next gate, a point at which it waits. Gates are before every transaction, before and
 * after every call to a provider, and before a step is recorded, so a seed decides how tasks interleave, and can repeat it. A
 * task that is killed at a gate never goes on, not even with a `finally`. A transaction runs from its gate to its commit, so none
 * waits for another's row lock.
 */
export class Scheduler {
  readonly #current = new AsyncLocalStorage<Task>();
  readonly #insideTransaction = new AsyncLocalStorage<boolean>();
  #tasks: Task[] = [];
  #count = 0;
  #statementsRunning = 0;
  #onIdle: (() => void) | null = null;

  spawn(name: string, work: () => Promise<void>, onDeath: Task['onDeath'] = null): Task {
    this.#count += 1;
    const task: Task = { name, number: this.#count, isDead: false, gates: [], onDeath };
    this.#tasks.push(task);
    void this.#current.run(task, async () => {
      await this.gate('start');
      await work();
      this.#tasks = this.#tasks.filter((one) => one !== task);
    });
    return task;
  }

  /** Waits until the scheduler lets this task go on. Outside of tasks and inside transactions it does not wait. */
  async gate(where: string): Promise<void> {
    const task = this.#current.getStore();
    if (task === undefined || this.#insideTransaction.getStore() === true) return;
    await this.#stand(task, where);
  }

  #stand(task: Task, where: string): Promise<void> {
    if (task.isDead) return never();
    return new Promise((open) => void task.gates.push({ where, open }));
  }

  /** Tasks that wait at a gate, the oldest first. */
  runnable(): Task[] {
    return this.#tasks.filter(({ gates }) => gates.length > 0);
  }

  async advance(task: Task): Promise<void> {
    task.gates.shift()?.open();
    await this.settle();
  }

  async kill(task: Task): Promise<void> {
    const where = task.gates[0]?.where ?? 'while it waits';
    this.#bury(task);
    task.onDeath?.(where);
    await this.settle();
  }

  #bury(task: Task): void {
    task.isDead = true;
    task.gates.length = 0;
    this.#tasks = this.#tasks.filter((one) => one !== task);
  }

  /** Ends a task without calling `onDeath`: for the engine, which gives up a failed run of a handler itself. */
  abandon(task: Task): void {
    this.#bury(task);
  }

  /** Resolves when no task can go on by itself: each waits at a gate, waits for an answer or has ended. */
  async settle(): Promise<void> {
    await macrotask();
    while (this.#statementsRunning > 0) {
      await new Promise<void>((resolve) => void (this.#onIdle = resolve));
      await macrotask();
    }
  }

  /** Runs a read of the simulation itself: it waits at no gate, and no task goes on meanwhile. */
  async observe<T>(read: () => Promise<T>): Promise<T> {
    return this.#statement(undefined, 'observe', read);
  }

  async #statement<T>(task: Task | undefined, where: string, run: () => Promise<T>): Promise<T> {
    if (task !== undefined) await this.#stand(task, where);
    this.#statementsRunning += 1;
    try {
      return await run();
    } finally {
      this.#statementsRunning -= 1;
      if (this.#statementsRunning === 0) {
        this.#onIdle?.();
        this.#onIdle = null;
      }
    }
  }

  /** The database with a gate before every transaction; a statement outside of one is a transaction of its own. */
  gated(db: Db): Db {
    const begin = (work: (tx: never) => Promise<unknown>): Promise<unknown> => {
      const task = this.#current.getStore();
      const inTask = (tx: never): Promise<unknown> =>
        task === undefined
          ? work(tx)
          : this.#current.run(task, () => this.#insideTransaction.run(true, () => work(tx)));
      return this.#statement(task, 'transaction', () => db.begin(inTask as never));
    };
    const statement = (args: unknown[]): unknown => {
      const made = Reflect.apply(db as never, undefined, args) as Promise<unknown>;
      if (!isTemplate(args[0])) return made;
      const task = this.#current.getStore();
      const execute = made.then.bind(made);
      const gated: typeof made.then = (onFulfilled, failed) => {
        const run = () => new Promise<unknown>((resolve, reject) => void execute(resolve, reject));
        return this.#statement(task, 'statement', run).then(onFulfilled, failed);
      };
      // The fragments of which a statement is composed are never awaited, so only whole statements wait at a gate.
      // oxlint-disable-next-line unicorn/no-thenable -- a statement is a promise already, and runs when it is awaited
      return Object.defineProperty(made, 'then', { value: gated });
    };
    return new Proxy(db, {
      apply: (_target, _this, args) => statement(args),
      get: (target, name, receiver) => (name === 'begin' ? begin : Reflect.get(target, name, receiver)),
    });
  }
}

function isTemplate(value: unknown): boolean {
  return Array.isArray(value) && 'raw' in value;
}
