/** `npm run simulate`: plays drawn histories of orders on the server's own code and looks for broken invariants. */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addCounts, coverageReport, type Counts } from './coverage.ts';
import type { Action } from './history.ts';
import type { Job, JobResult } from './worker.ts';
import { ensurePostgres } from '../tools/stack/postgres.ts';
import { writeResults } from '../tools/test/results.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    first: { type: 'string' },
    histories: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: String(availableParallelism()) },
    'stop-at-first': { type: 'boolean', default: false },
    'no-kept': { type: 'boolean', default: false },
    'pass-over': { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    postgres: { type: 'string' },
  },
});

interface RecordedHistory {
  readonly name: string;
  readonly seed: number;
  readonly actions: readonly Action[];
}

/** A run of fewer histories does not fail for a kind that it did not reach. Rare kinds have a recorded history. */
const COVERAGE_FROM = 300;
const HISTORIES_FILE = join(import.meta.dirname, 'kept-histories.json');

/** A seed made of the commit's hash, so each commit plays other histories and one commit always the same. */
function seedOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return 1;
  }
}

const recordedHistories: readonly RecordedHistory[] =
  values['no-kept'] || values.seed !== undefined || !existsSync(HISTORIES_FILE)
    ? []
    : (JSON.parse(readFileSync(HISTORIES_FILE, 'utf8')) as RecordedHistory[]);
const first = Number(values.seed ?? values.first ?? seedOfCommit());
const historiesMax = values.seed === undefined ? Number(values.histories ?? Infinity) : 1;
const untilMs =
  performance.now() + (values.histories === undefined ? Number(values.seconds) * 1_000 : Infinity);
const startedAt = performance.now();

let drawn = 0;
let played = 0;
let counts: Counts = {};
const found = new Map<string, { result: JobResult; count: number }>();

function* jobs(): Generator<Job> {
  for (const { seed, actions } of recordedHistories) yield { seed, actions, isShrunk: false };
  const isOver = () => values['stop-at-first'] && found.size > 0;
  while (drawn < historiesMax && performance.now() < untilMs && !isOver()) {
    drawn += 1;
    yield { seed: first + drawn - 1, actions: null, isShrunk: false };
  }
}

function take(result: JobResult): void {
  played += 1;
  counts = addCounts(counts, result.reached);
  const { violation, seed } = result;
  if (violation === null) return;
  const known = found.get(violation.kind);
  if (known !== undefined) return void (known.count += 1);
  found.set(violation.kind, { result, count: 1 });
  console.log(`seed ${seed}: ${violation.kind}: ${violation.detail}`);
}

const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(0);

/** Starts a worker process and sends it one job after the other until the queue is empty. */
function drive(queue: Iterator<Job>, onResult: (result: JobResult) => void): Promise<void> {
  return new Promise((ended, failed) => {
    const child: ChildProcess = fork(join(import.meta.dirname, 'worker.ts'), [
      server.url,
      ...values['pass-over'],
    ]);
    const next = (): void => {
      const job = queue.next();
      if (job.done === true) child.disconnect();
      else child.send(job.value);
    };
    child.on('message', (message: 'ready' | JobResult) => {
      if (message !== 'ready') onResult(message);
      next();
    });
    child.on('exit', (code) => (code === 0 ? ended() : failed(new Error(`a worker ended with ${code}`))));
  });
}

const server =
  values.postgres === undefined ? await ensurePostgres() : { url: values.postgres, part: undefined };
console.log(
  `simulate: from seed ${first}, ${values.workers} workers${recordedHistories.length === 0 ? '' : `, ${recordedHistories.length} kept histories first`}`,
);
const progress = setInterval(
  () => console.log(`[${seconds()} s] ${played} histories, ${found.size} kinds of violation`),
  10_000,
);
const queue = jobs();
await Promise.all(Array.from({ length: Number(values.workers) }, () => drive(queue, take)));
clearInterval(progress);
const tookS = (performance.now() - startedAt) / 1_000;

// Of each kind of violation, the first history that had it is shrunk.
const toShrink = [...found.values()].map(({ result }): Job => ({ ...result, isShrunk: true }));
const shrunk: JobResult[] = [];
if (toShrink.length > 0 && !values['stop-at-first'])
  await drive(toShrink[Symbol.iterator](), (result) => shrunk.push(result));
for (const { seed, actions, violation, timeline, books } of shrunk) {
  console.log(`\n## ${violation?.kind}\nseed ${seed}, ${actions.length} actions: ${violation?.detail}`);
  console.log(timeline.map((line, index) => `${index + 1}. ${line}`).join('\n'));
  console.log(books.map((line) => `  ${line}`).join('\n'));
  if (values.json) console.log(JSON.stringify({ name: violation?.kind, seed, actions }));
}

const { lines, missing } = coverageReport(counts);
const isCounted = played >= COVERAGE_FROM;
if (values.seed === undefined) console.log(`\nreached:\n${lines.join('\n')}`);
for (const [kind, { count, result }] of found) console.log(`${count} × ${kind} (first seed ${result.seed})`);
const failures = [
  ...[...found].map(([kind, { result }]) => `${kind}: npm run simulate -- --seed ${result.seed}`),
  ...(isCounted ? missing.map((kind) => `${kind} is neither reached nor exempt`) : []),
];
writeResults('simulate', {
  passed: played - [...found.values()].reduce((sum, { count }) => sum + count, 0),
  failed: failures.length,
  failures,
});
console.log(
  `simulate: ${played} histories from seed ${first} in ${tookS.toFixed(0)} s (${(played / tookS).toFixed(1)} a second), ${found.size} kinds of violation, ${isCounted ? missing.length : 'not counted'} kinds not reached`,
);
await server.part?.stop();
process.exitCode = failures.length === 0 ? 0 : 1;
