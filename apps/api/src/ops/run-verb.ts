import { OPERATOR_VERBS, SIGN_OFF_WHY_MAX, type OperatorVerb } from '@jawhara/domain';
import type { ActionDone } from '../operator/act.ts';
import type { OperatorSignOff } from '../operator/identity/sign-off.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import { isRefused, REFUSALS, refused, type Refused } from '../operator/refusals.ts';
import { facts, type ReportPart, ageText, timeText, type Cell } from '../operator/report-parts.ts';
import type { Call, ChangeVerb, SignedCall, Verb } from '../operator/verb.ts';
import { findVerb, helpLines, parseCommand, type ParsedCommand } from './command-line.ts';
import { EXIT, type CommandResult, type Credentials, type Screen } from './command.ts';

/**
 * Characters that are removed before printing, because untrusted text must not move the cursor, colour the screen or
 * change the direction of a line.
 */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function plain(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ');
}

function cellText(cell: Cell, now: Date): string {
  if (cell === null) return '-';
  if (cell instanceof Date) return timeText(cell);
  return typeof cell === 'object' ? ageText(cell.since, now) : plain(String(cell));
}

/** Prints aligned columns, with numbers at the right. The last column is not padded. */
function tableLines(columns: readonly string[], rows: readonly (readonly Cell[])[], now: Date): string[] {
  const isNumber = columns.map((_, nth) => rows.every((row) => typeof row[nth] === 'number'));
  const texts = [columns, ...rows].map((row) => row.map((cell) => cellText(cell, now)));
  const widths = columns.map((_, nth) => Math.max(...texts.map((row) => row[nth]?.length ?? 0)));
  return texts.map((row) =>
    row
      .map((text, nth) => {
        const width = widths[nth] ?? 0;
        return isNumber[nth] ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Prints names at the left and their values at the right. */
function factLines(entries: readonly (readonly [string, Cell])[], now: Date): string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `  ${name.padEnd(width)}  ${cellText(cell, now)}`.trimEnd());
}

function linesOf(parts: readonly ReportPart[], now: Date): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [plain(part)];
    switch (part.kind) {
      case 'table':
        return tableLines(part.columns, part.rows, now);
      case 'facts':
        return factLines(part.facts, now);
      default:
        return ['', part.title, ...linesOf(part.parts, now).map((line) => `  ${line}`)];
    }
  });
}

/** A report as lines of text, with an empty line before each section but the first. */
export function reportLines(parts: readonly ReportPart[], now: Date): string[] {
  const lines = linesOf(parts, now);
  return lines[0] === '' ? lines.slice(1) : lines;
}

const NO_REASON = 'no reason given';

function recordParts({ action }: ActionDone): ReportPart[] {
  const { verb, subject, by, why, at, id, before, after } = action;
  const textOf = (of: object) =>
    Object.entries(of)
      .map(([name, value]) => `${name} ${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}`)
      .join(', ');
  return [
    `Done: ${verb}`,
    facts([
      ['subject', subject],
      ['before', textOf(before)],
      ['after', textOf(after)],
      ['by', by],
      ['why', why],
      ['at', at],
      ['record', id],
    ]),
  ];
}

function refusalLines({ because, detail }: Refused): string[] {
  const { says, next } = REFUSALS[because];
  return [`Not done: ${says}${detail === undefined ? '' : ` (${detail})`}`, `Next: ${next}`];
}

function partsOf(
  result: CommandResult,
  help: readonly string[],
  hasPrompted: boolean,
): readonly ReportPart[] {
  switch (result.kind) {
    case 'shown':
    case 'differs':
      return result.parts;
    case 'planned':
      return [...result.parts, 'Nothing was done: this is a dry run.'];
    case 'done':
      return [...recordParts(result), ...(result.parts ?? [])];
    case 'refused':
      return refusalLines(result);
    case 'not-confirmed':
      return [
        ...(hasPrompted ? [] : result.parts),
        hasPrompted
          ? 'Not done: you said no.'
          : 'Not done: nobody is at this terminal to be asked. Add --yes once you are sure.',
      ];
    default:
      return [...result.problems, ...(result.problems.length > 0 ? [''] : []), ...help];
  }
}

const CODES = {
  shown: EXIT.done,
  differs: EXIT.refused,
  planned: EXIT.done,
  done: EXIT.done,
  refused: EXIT.refused,
  'not-confirmed': EXIT['not-confirmed'],
  usage: EXIT.usage,
} as const satisfies Record<CommandResult['kind'], number>;

/**
 * The result as a single JSON value for programs: a refusal with its sentence, a plan or report with its parts, a
 * change with its record.
 */
function jsonOf(result: CommandResult): object {
  return result.kind === 'refused' ? { ...result, ...REFUSALS[result.because] } : result;
}

export function printResult(
  { screen, now, isJson }: { readonly screen: Screen; readonly now: Date; readonly isJson: boolean },
  result: CommandResult,
  help: readonly string[],
): number {
  const lines = isJson
    ? [JSON.stringify(jsonOf(result))]
    : reportLines(partsOf(result, help, screen.ask !== null), now);
  for (const line of lines) screen.print(line);
  return CODES[result.kind];
}

interface Desk {
  readonly screen: Screen;
  readonly credentials: Credentials;
}

const isKeyVerb = (name: string): name is OperatorVerb => Object.hasOwn(OPERATOR_VERBS, name);

async function signOffFor(
  name: string,
  { typed, by, why }: ParsedCommand,
  credentials: Credentials,
): Promise<OperatorSignOff | Refused> {
  if (!isKeyVerb(name)) throw new Error(`${name} has no row in the table of verbs and roles`);
  const signOff = await credentials.identify({ verb: name, why: why || NO_REASON, input: typed });
  if (isRefused(signOff)) return signOff;
  return by === '' || by === signOff.by
    ? signOff
    : refused('by-another', `${by}, the key is of ${signOff.by}`);
}

async function runChange(
  verb: ChangeVerb,
  call: SignedCall,
  { input, isYes, isDryRun, isJson }: ParsedCommand,
  screen: Screen,
): Promise<CommandResult> {
  if (!verb.needsYes && !isDryRun) return verb.run(call, input, null);
  const plan = await verb.plan(call, input);
  if (isRefused(plan)) return plan;
  const { parts } = plan;
  if (isDryRun) return { kind: 'planned', parts };
  const ask = isJson ? null : screen.ask;
  if (!isYes && ask === null) return { kind: 'not-confirmed', parts };
  if (!isJson) for (const line of reportLines(parts, call.now)) screen.print(line);
  if (!isYes && !(await ask?.('Do it? [y/N] '))) return { kind: 'not-confirmed', parts };
  return verb.run(call, input, plan);
}

async function run(
  verb: Verb,
  call: Call,
  command: ParsedCommand,
  { screen, credentials }: Desk,
): Promise<CommandResult> {
  const { input, why, isDryRun } = command;
  if (verb.kind === 'open-read') return verb.run(call, input);
  if (why.length > SIGN_OFF_WHY_MAX || (why === '' && verb.kind !== 'read')) return refused('unsigned');
  if (verb.kind === 'first-change') {
    if (isDryRun) return { kind: 'usage', problems: [`${verb.name} has no dry run.`] };
    const inUse = await credentials.openKey();
    return isRefused(inUse) ? inUse : verb.run({ ...call, inUse, why }, input);
  }
  const signOff = await signOffFor(verb.name, command, credentials);
  if (isRefused(signOff)) return signOff;
  const signed = { ...call, signOff };
  return verb.kind === 'read' ? verb.run(signed, input) : runChange(verb, signed, command, screen);
}

/** Runs a typed command and prints its result or refusal. Returns the exit code. */
export async function runCommand(
  verbs: readonly Verb[],
  argv: readonly string[],
  context: OperatorContext,
  desk: Desk,
): Promise<number> {
  const { screen } = desk;
  const now = context.orders.now();
  const help = helpLines(verbs, argv[0]);
  const found = findVerb(verbs, argv);
  const command = found === null ? null : parseCommand(found.verb, found.rest);
  if (found === null || command?.kind !== 'parsed') {
    const problems = command?.kind === 'wrong' ? command.problems : [];
    return printResult({ screen, now, isJson: argv.includes('--json') }, { kind: 'usage', problems }, help);
  }
  const call: Call = {
    context,
    now,
    progress: (what, done) => screen.progress?.(`${what}: ${done.toLocaleString('en-US')}`),
  };
  const result = await run(found.verb, call, command, desk);
  return printResult({ screen, now, isJson: command.isJson }, result, help);
}
