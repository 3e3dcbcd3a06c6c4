import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { leash } from './leash.ts';
import { childrenOf, isChildless, isGroupAlive, signalGroup, signalProcess } from './process-group.ts';
import { waitUntil } from './wait-until.ts';

/** A process of the stack that can be started, killed and started again. */
export interface Part {
  readonly name: string;
  readonly logFile: string;
  start(): Promise<void>;
  ready(): Promise<void>;
  /** Sends the stop signal, and kills the process if it does not end in time. None of its child processes is left afterwards. */
  stop(): Promise<void>;
  /** Sends the signal to the whole process group and waits until it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  /** How the part ended by itself, for a log line; undefined while it runs or after we stopped it. */
  endedBy(): string | undefined;
  /** The leader of the process group, while it runs. */
  pid(): number | undefined;
}

export interface ProcessPartOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly isReady: () => Promise<boolean>;
  /** Whether the process only watches files: the program is then its child, and may have ended while the watcher still runs. */
  readonly isWatched?: boolean;
  readonly readyWithinMs?: number;
  readonly stopWithinMs?: number;
  readonly stopSignal?: NodeJS.Signals;
  readonly user?: { readonly uid: number; readonly gid: number };
}

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
const LOG_LINES_SHOWN = 20;

export function processPart(options: ProcessPartOptions): Part {
  let child: ChildProcess | undefined;
  const running = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function end(signal: NodeJS.Signals, withinMs: number): Promise<void> {
    const pid = child?.pid;
    if (pid === undefined) return;
    // SIGKILL stands for a power cut, so it also goes to children that have left the process group.
    const strangers = signal === 'SIGKILL' ? childrenOf(pid) : [];
    signalGroup(pid, signal);
    for (const stranger of strangers) signalProcess(stranger, signal);
    const isGone = (): boolean => !running() && !isGroupAlive(pid);
    await waitUntil(`${options.name} to end`, isGone, withinMs).catch(async () => {
      signalGroup(pid, 'SIGKILL');
      await waitUntil(`${options.name} to end after SIGKILL`, isGone, STOP_WITHIN_MS);
    });
    leash.free(pid);
    child = undefined;
  }

  return {
    name: options.name,
    logFile: options.logFile,
    isRunning: running,
    endedBy: () => howEnded(child, options.isWatched ?? false),
    pid: () => (running() ? child?.pid : undefined),
    async start() {
      if (running()) return;
      child = await launch(options);
    },
    async ready() {
      let died = false;
      await waitUntil(
        options.name,
        async () => {
          died = !running();
          return died || (await options.isReady());
        },
        options.readyWithinMs ?? READY_WITHIN_MS,
      ).catch((fault: unknown) => {
        throw notReady(options, 'did not become ready', fault);
      });
      if (died) throw notReady(options, 'ended while starting');
    },
    stop: () => end(options.stopSignal ?? 'SIGTERM', options.stopWithinMs ?? STOP_WITHIN_MS),
    kill: (signal = 'SIGKILL') => end(signal, STOP_WITHIN_MS),
  };
}

function howEnded(child: ChildProcess | undefined, isWatched: boolean): string | undefined {
  if (child === undefined) return undefined;
  if (child.signalCode !== null) return child.signalCode;
  if (child.exitCode !== null) return `code ${child.exitCode}`;
  // The watcher does not report its child's exit code; it only waits for a file to change.
  const isWaiting = isWatched && child.pid !== undefined && isChildless(child.pid);
  return isWaiting ? 'crashed or killed' : undefined;
}

async function launch(options: ProcessPartOptions): Promise<ChildProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a');
  try {
    const child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', log, log],
      detached: true,
      ...options.user,
    });
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', failed);
    });
    if (child.pid !== undefined) leash.hold(child.pid);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function notReady(options: ProcessPartOptions, what: string, cause?: unknown): Error {
  const tail = readFileSync(options.logFile, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
  return new Error(`${options.name} ${what}. The end of ${options.logFile}:\n${tail}`, { cause });
}
