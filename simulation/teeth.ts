/**
 * `npm run simulate:teeth`: plants one-line faults and lets the simulation find them. The faults are drawn blindly from a
 * seed; the eight that no test noticed on 2026-11-18 are named.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { REPOSITORY, STATE_DIR } from '../tools/stack/repository.ts';
import { NAMED_FAULTS } from './named-faults.ts';

/** Committed before the first draw, so that it favours no fault. */
const DRAW_SEED = 20_261_118;
const DRAWN = 32;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string' },
    postgres: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const API = 'apps/api/src';
const PLANTED_IN = [
  `${API}/orders/{base,delivery,follow-up,paying,refunds,store,webhooks}/*.ts`,
  `${API}/orders/order.flow.ts`,
  `${API}/{alerts/alert.store,ledger/ledger.store}.ts`,
  `${API}/operator/orders/*.ts`,
  `${API}/penalties/*.ts`,
  'packages/domain/src/payment/{order-books,payment-return,refundable}*.ts',
];

export interface Fault {
  readonly name: string;
  readonly file: string;
  /** The mutated source. */
  readonly source: string;
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const LOGGER = {
  ...silent,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
};

function offsetOf(source: string, { line, column }: { line: number; column: number }): number {
  const before = source.split('\n').slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column;
}

async function drawFaults(): Promise<Fault[]> {
  const files = PLANTED_IN.flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY }))
    .filter((file) => !/\.test\.ts$|-suite\.ts$/.test(file))
    .toSorted();
  const sources = new Map(files.map((name) => [name, readFileSync(join(REPOSITORY, name), 'utf8')]));
  const { mutants } = await new Instrumenter(LOGGER).instrument(
    files.map((name) => ({ name, content: sources.get(name) ?? '', mutate: true })),
    // Texts for people are no faults of the program.
    { plugins: null, excludedMutations: ['StringLiteral', 'Regex'], ignorers: [] },
  );
  const drawn = mutants
    // The instrumenter marks excluded mutations and returns them all the same.
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => {
      const { fileName, replacement, location } = mutant;
      const key = `${DRAW_SEED} ${fileName} ${location.start.line}:${location.start.column} ${replacement}`;
      return { mutant, rank: createHash('sha256').update(key).digest('hex') };
    })
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, DRAWN);
  return drawn.map(({ mutant: { fileName, replacement, location } }) => {
    const source = sources.get(fileName) ?? '';
    const [from, to] = [offsetOf(source, location.start), offsetOf(source, location.end)];
    const was = source.slice(from, to).replaceAll(/\s+/g, ' ').slice(0, 70);
    return {
      name: `${fileName}:${location.start.line + 1} "${was}" -> "${replacement.replaceAll(/\s+/g, ' ').slice(0, 50)}"`,
      file: fileName,
      source: source.slice(0, from) + replacement + source.slice(to),
    };
  });
}

function namedFaults(): Fault[] {
  return NAMED_FAULTS.map(({ name, file, from, to }) => {
    const source = readFileSync(join(REPOSITORY, file), 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold "${from}" once`);
    return { name, file, source: source.replace(from, () => to) };
  });
}

/** A copy of the programs, to plant a fault in. */
function copyOfRepository(number: number): string {
  const copy = join(STATE_DIR, 'teeth', String(number));
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of ['package.json', 'packages', 'apps/api', 'simulation', 'tools'])
    cpSync(join(REPOSITORY, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  execFileSync('cp', ['-al', join(REPOSITORY, 'node_modules'), join(copy, 'node_modules')]);
  return copy;
}

interface Verdict {
  readonly fault: string;
  readonly isFound: boolean;
  readonly by: string;
  readonly afterS: number;
}

/** Plays drawn histories in a copy until the first violation; `workers` 1 while other copies play beside it. */
async function play(
  copy: string,
  { seconds, workers }: { readonly seconds: number; readonly workers: number },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const options = [
    '--workers',
    String(workers),
    '--seconds',
    String(seconds),
    '--no-kept',
    '--stop-at-first',
    '--first',
    String(DRAW_SEED),
    ...(values.postgres === undefined ? [] : ['--postgres', values.postgres]),
  ];
  const child = spawn(process.execPath, [join(copy, 'simulation/simulate.ts'), ...options], { cwd: copy });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.resume();
  const code = await new Promise<number | null>((ended) => void child.once('close', ended));
  return { code, output };
}

/** Kinds that the program without a fault reaches this often in a minute. A run of several minutes that never reaches one of them shows a fault. */
const OFTEN = 20;
const BASELINE_S = 60;

async function kindsReachedOften(copy: string): Promise<ReadonlySet<string>> {
  console.log(`teeth: ${BASELINE_S} s without a fault, to see which kinds are always reached`);
  const { output } = await play(copy, { seconds: BASELINE_S, workers: Number(values.workers) });
  const rows = [...output.matchAll(/^ {2}(\S.*?) +(\d+)$/gm)];
  const often = rows.flatMap(([, kind = '', count]) => (Number(count) >= OFTEN ? [kind] : []));
  if (often.length === 0) throw new Error(`the simulation without a fault failed:\n${output.slice(-2_000)}`);
  return new Set(often);
}

async function judge(
  copy: string,
  { name, file, source }: Fault,
  often: ReadonlySet<string>,
): Promise<Verdict> {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, source);
  const startedAt = performance.now();
  const { code, output } = await play(copy, { seconds: Number(values.seconds), workers: 1 });
  writeFileSync(path, before);
  // A program that hangs or does not start was judged by nothing, so only a violation or a kind that is no longer reached counts.
  const violation = /^seed \d+: .*$/m.exec(output)?.[0];
  const never = [...output.matchAll(/^ {2}(\S.*?) +NOT REACHED$/gm)].find(([, kind = '']) => often.has(kind));
  const line = violation ?? (never === undefined ? '' : `never reached: ${never[1] ?? ''}`);
  return {
    fault: name,
    isFound: code !== 0 && line !== '',
    by: line.slice(0, 160),
    afterS: (performance.now() - startedAt) / 1_000,
  };
}

const faults = [...namedFaults(), ...(await drawFaults())].filter(({ name }) =>
  name.includes(values.only ?? ''),
);
if (values.list) for (const { name } of faults) console.log(name);
else {
  const queue = faults[Symbol.iterator]();
  const verdicts: Verdict[] = [];
  const copies = Array.from({ length: Number(values.workers) }, (_, number) => copyOfRepository(number));
  const often = await kindsReachedOften(copies[0] ?? '');
  await Promise.all(
    copies.map(async (copy) => {
      for (const fault of queue) {
        const verdict = await judge(copy, fault, often);
        verdicts.push(verdict);
        const { isFound, by, afterS } = verdict;
        console.log(
          `${isFound ? 'found' : 'NOT FOUND'} after ${afterS.toFixed(0)} s: ${fault.name}\n    ${by}`,
        );
      }
      rmSync(copy, { recursive: true, force: true });
    }),
  );
  const found = verdicts.filter(({ isFound }) => isFound).length;
  console.log(
    `teeth: ${found} of ${verdicts.length} planted faults were found, within ${values.seconds} s each`,
  );
  process.exitCode = found >= Math.floor(verdicts.length * 0.9) ? 0 : 1;
}
