import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { OPERATOR_VERBS, SIGN_OFF_WHY_MAX, type OperatorVerb } from '@jawhara/domain';
import type { OperatorSignOff } from '../operator/identity/sign-off.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import { isRefused, REFUSALS, refused, type Refused } from '../operator/refusals.ts';
import type { ActionDone } from '../operator/act.ts';
import {
  EXIT,
  type Changing,
  type Command,
  type Commands,
  type Credentials,
  type CommandResult,
  type Reading,
  type Screen,
} from './command.ts';
import { LOGIN_USAGE } from './login.ts';
import { pairs, plain, timeText } from './print.ts';

/** `by` comes from the key; the same name typed is still taken, for scripts from before keys. */
const SIGNED: ParseArgsOptionsConfig = {
  by: { type: 'string', default: '' },
  why: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
};
const UNSIGNED_OPTIONS = Object.keys(SIGNED);
const NO_REASON = 'no reason given';

const USAGE_TAILS = {
  reads: '',
  'reads-personal': ' [--why REASON]',
  changes: ' --why REASON',
  'adds-first': ' --why REASON',
} as const satisfies Record<Command['kind'], string>;

/** "order story JW-…" is the command `order story`; "reconcile --day …" is `reconcile`. */
export function findCommand(
  commands: Commands,
  argv: readonly string[],
): { name: string; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = argv.slice(0, length).join(' ');
    if (Object.hasOwn(commands, name)) return { name, rest: argv.slice(length) };
  }
  return null;
}

export function usageOf(commands: Commands, noun: string | undefined): string[] {
  const named = Object.entries(commands).filter(([name]) => name.split(' ')[0] === noun);
  const listed = named.length > 0 ? named : Object.entries(commands);
  return [
    'npm run ops -- COMMAND',
    '',
    ...listed.flatMap(([, { usage, says, kind }]) => [`  ${usage}${USAGE_TAILS[kind]}`, `      ${says}`]),
    '',
    ...(listed.length === named.length ? [] : [`  ${LOGIN_USAGE.usage}`, `      ${LOGIN_USAGE.says}`, '']),
    'What needs a reason, or takes one, also needs your operator key (ops login) and leaves a signed record.',
    'What moves money or gems shows what it will do and asks; --yes says yes beforehand.',
    'Exit: 0 done, 1 refused or something differs, 2 usage, 3 not confirmed, 4 fault.',
  ];
}

function recordLines({ action }: ActionDone): string[] {
  const { verb, subject, by, why, at, id, before, after } = action;
  const facts = (of: object) =>
    Object.entries(of)
      .map(([name, value]) => `${name} ${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}`)
      .join(', ');
  return [
    `Done: ${verb}`,
    ...pairs([
      ['subject', subject],
      ['before', facts(before)],
      ['after', facts(after)],
      ['by', by],
      ['why', why],
      ['at', timeText(at)],
      ['record', id],
    ]),
  ];
}

function refusalLines({ because, detail }: Refused): string[] {
  const { says, next } = REFUSALS[because];
  return [`Not done: ${says}${detail === undefined ? '' : ` (${plain(detail)})`}`, `Next: ${next}`];
}

function saidOf(ended: CommandResult, screen: Screen, usage: readonly string[]): readonly string[] {
  switch (ended.kind) {
    case 'shown':
    case 'differs':
      return ended.lines;
    case 'done':
      return [...recordLines(ended), ...(ended.lines ?? [])];
    case 'refused':
      return refusalLines(ended);
    case 'not-confirmed':
      return [
        screen.ask === null
          ? 'Not done: nobody is at this terminal to be asked. Add --yes once you are sure.'
          : 'Not done: you said no.',
      ];
    default:
      return usage;
  }
}

const CODES = {
  shown: EXIT.done,
  differs: EXIT.refused,
  done: EXIT.done,
  refused: EXIT.refused,
  'not-confirmed': EXIT['not-confirmed'],
  usage: EXIT.usage,
} as const satisfies Record<CommandResult['kind'], number>;

export function end(screen: Screen, ended: CommandResult, usage: readonly string[]): number {
  for (const line of saidOf(ended, screen, usage)) screen.print(line);
  return CODES[ended.kind];
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

interface TypedCommand {
  readonly name: string;
  readonly values: Values;
  readonly words: readonly string[];
}

/** As it is signed: what was typed, without what says who, why and yes. */
function inputOf({ values, words }: TypedCommand): unknown {
  const options = Object.entries(values).filter(([name]) => !UNSIGNED_OPTIONS.includes(name));
  return { words, options: Object.fromEntries(options) };
}

const isVerb = (name: string): name is OperatorVerb => Object.hasOwn(OPERATOR_VERBS, name);

async function signOffFor(
  typed: TypedCommand,
  why: string,
  credentials: Credentials,
): Promise<OperatorSignOff | Refused> {
  const { name, values } = typed;
  if (!isVerb(name)) throw new Error(`${name} has no row in the table of verbs and roles`);
  const signOff = await credentials.identify({ verb: name, why, input: inputOf(typed) });
  if (isRefused(signOff)) return signOff;
  const by = String(values['by']).trim();
  return by === '' || by === signOff.by
    ? signOff
    : refused('by-another', `${by}, the key is of ${signOff.by}`);
}

async function run(
  command: Command,
  reading: Reading,
  typed: TypedCommand,
  { screen, credentials }: { readonly screen: Screen; readonly credentials: Credentials },
): Promise<CommandResult> {
  if (command.kind === 'reads') return command.run(reading);
  const { values } = typed;
  const given = String(values['why']).trim();
  if (given.length > SIGN_OFF_WHY_MAX || (given === '' && command.kind !== 'reads-personal'))
    return refused('unsigned');
  if (command.kind === 'adds-first') {
    const inUse = await credentials.openKey();
    return isRefused(inUse) ? inUse : command.run({ ...reading, inUse, why: given });
  }
  const signOff = await signOffFor(typed, given || NO_REASON, credentials);
  if (isRefused(signOff)) return signOff;
  if (command.kind === 'reads-personal') return command.run({ ...reading, signOff });
  const confirm: Changing['confirm'] = async (lines) => {
    for (const line of lines) screen.print(line);
    if (values['yes'] === true) return true;
    return screen.ask === null ? false : screen.ask('Do it? [y/N] ');
  };
  return command.run({ ...reading, signOff, confirm });
}

/** Runs a typed command and prints its result or refusal; the return value is the exit code. */
export async function runCommand(
  commands: Commands,
  argv: readonly string[],
  context: OperatorContext,
  world: { readonly screen: Screen; readonly credentials: Credentials },
): Promise<number> {
  const { screen } = world;
  const found = findCommand(commands, argv);
  const usage = usageOf(commands, argv[0]);
  const command = found === null ? undefined : commands[found.name];
  if (found === null || command === undefined) return end(screen, { kind: 'usage' }, usage);
  let parsed: { values: Values; positionals: string[] };
  try {
    const options = { ...command.options, ...(command.kind !== 'reads' && SIGNED) };
    parsed = parseArgs({ args: found.rest, allowPositionals: true, options });
  } catch (error) {
    return end(screen, { kind: 'usage' }, [plain((error as Error).message), '', ...usage]);
  }
  const { values, positionals } = parsed;
  const reading: Reading = {
    context,
    words: positionals,
    now: context.orders.now(),
    option: (name) => (typeof values[name] === 'string' ? values[name] : null),
    flag: (name) => values[name] === true,
    progress: (what, done) => screen.progress?.(`${what}: ${done.toLocaleString('en-US')}`),
  };
  const typed = { name: found.name, values, words: positionals };
  return end(screen, await run(command, reading, typed, world), usage);
}
