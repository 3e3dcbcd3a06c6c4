import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { connectReports, readReportEnv } from './connect-providers.ts';
import { withFiles } from './env-files.ts';
import { readKeyEnv, readOperatorEnv, type OperatorEnv } from './operator-env.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import { identifyOperator } from '../operator/identity/admit-operator.ts';
import { isRefused } from '../operator/refusals.ts';
import { VERBS } from '../operator/verbs.ts';
import { EXIT, type Credentials, type Screen } from '../ops/command.ts';
import { findVerb, helpLines } from '../ops/command-line.ts';
import { keyOpener, logIn } from '../ops/login.ts';
import { printResult, runCommand } from '../ops/run-verb.ts';
import { ORDER_PORTS } from './ports.ts';
import type { OrderAnswers, OrderEvents } from '../orders/base/order-life.ts';
import { orderTiming } from '../orders/base/order-context.ts';
import { systemClock as now } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { databaseAddresses } from '../platform/database-addresses.ts';
import { connectPostgres, requireProgramRole, type Db } from '../platform/postgres.ts';
import { flowsOfKey, killFlow, resumeFlow, troubledFlows } from '../platform/restate-admin.ts';
import { releaseDesk } from '../platform/restate-deployments.ts';
import { restateClient } from '../platform/restate.ts';
import { systemChance as chance, timeOrderedId } from '../platform/time-ordered-id.ts';

/** The operator's command line; `npm run ops` lists its commands. */

const SETTINGS = withFiles(process.env);
const argv = process.argv.slice(2);
const [first] = argv;
/** With `--json` every command prints one JSON value, also if it fails. */
const isJson = argv.includes('--json');

function contextOf(env: OperatorEnv, db: Db): OperatorContext {
  const { restateAdmin, restateIngress, orderObject } = env;
  return {
    orders: {
      db,
      now,
      // Commands end orders because an operator says so, not because of a deadline, so the machine's clock is not checked.
      isClockRight: async () => true,
      newId: () => timeOrderedId(now, chance),
      chance,
      logger: createLogger('silent'),
      timing: orderTiming(env),
      // The server and the workers count these metrics, not the command line.
      watch: { moved: () => {}, refused: () => {}, notification: () => {} },
      ...ORDER_PORTS,
    },
    life: restateClient<OrderEvents, OrderAnswers>(restateIngress, orderObject),
    flows: {
      troubled: () => troubledFlows(restateAdmin, orderObject),
      ofOrder: (orderId) => flowsOfKey(restateAdmin, orderObject, orderId),
      resume: (id) => resumeFlow(restateAdmin, id),
      kill: (id) => killFlow(restateAdmin, id),
    },
    releases: releaseDesk(restateAdmin, orderObject),
    chance,
    operators: { roots: env.operatorRoots },
    reports: connectReports(readReportEnv(SETTINGS), db),
  };
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^\s*y(es)?\s*$/i.test(await terminal.question(question));
  } finally {
    terminal.close();
  }
}

/** Asks a question on the terminal; the typed answer is not shown. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

/** Clears the progress line before other text is printed. */
const CLEAR_LINE = process.stderr.isTTY ? '\r\u001B[K' : '';

const screen: Screen = {
  print: (line) => {
    process.stderr.write(CLEAR_LINE);
    process.stdout.write(`${line}\n`);
  },
  ask: process.stdin.isTTY ? ask : null,
  ...(process.stderr.isTTY && {
    progress: (line: string) => void process.stderr.write(`${CLEAR_LINE}${line}`),
  }),
};

const asking = process.stdin.isTTY ? askHidden : null;

function credentialsOf(context: OperatorContext): Credentials {
  const signing = { now, newNonce: () => randomUUID() };
  const openKey = keyOpener(readKeyEnv(SETTINGS, homedir()), asking, signing);
  return {
    openKey,
    async identify(wanted) {
      const inUse = await openKey();
      return isRefused(inUse) ? inUse : identifyOperator(context, inUse, wanted);
    },
  };
}

async function login(words: readonly string[]): Promise<number> {
  const rest = words.filter((one) => one !== '--json');
  const ended = await logIn(rest, { env: readKeyEnv(SETTINGS, homedir()), ask: asking, now });
  return printResult({ screen, now: now(), isJson }, ended, helpLines(VERBS, undefined));
}

const NOT_RECORDED =
  'What is done and its record are one: if ops audit list does not show it, it was not done.';

function printFault({ message }: Error): void {
  if (isJson) screen.print(JSON.stringify({ kind: 'fault', message, next: NOT_RECORDED }));
  else process.stderr.write(`Failed: ${message}\n${NOT_RECORDED}\n`);
}

/** Called for an unknown command: prints the help, and that the command is unknown. */
function printUsage(): number {
  const help = helpLines(VERBS, first);
  if (isJson)
    return printResult(
      { screen, now: now(), isJson },
      { kind: 'usage', problems: ['No such command.'] },
      help,
    );
  for (const line of help) screen.print(line);
  return first === '--help' ? EXIT.done : EXIT.usage;
}

async function run(argv: readonly string[]): Promise<number> {
  const env = readOperatorEnv(SETTINGS);
  const addresses = databaseAddresses(env.databaseUrl, env.databaseStandbys);
  const db = connectPostgres({ url: env.databaseUrl, connectionsMax: 2, addresses });
  try {
    await requireProgramRole(db);
    const context = contextOf(env, db);
    return await runCommand(VERBS, argv, context, { screen, credentials: credentialsOf(context) });
  } finally {
    await db.end({ timeout: 5 });
  }
}

// A reader such as `head` may close the pipe early. The command itself still finishes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

if (first !== 'login' && findVerb(VERBS, argv) === null) process.exitCode = printUsage();
else {
  try {
    process.exitCode = first === 'login' ? await login(argv.slice(1)) : await run(argv);
  } catch (error) {
    printFault(error as Error);
    process.exitCode = EXIT.fault;
  }
}
