import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { readSignOff } from '@jawhara/domain';
import type { OperatorContext } from '../operator/operator-context.ts';
import { REFUSALS, refused, type Refused } from '../operator/refusals.ts';
import type { Done } from '../operator/act.ts';
import {
  EXIT,
  type Changing,
  type Command,
  type Commands,
  type Ended,
  type Reading,
  type Screen,
} from './command.ts';
import { pairs, plain, timeText } from './print.ts';

const SIGNED: ParseArgsOptionsConfig = {
  by: { type: 'string', default: '' },
  why: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
};

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
    ...listed.flatMap(([, { usage, says, kind }]) => [
      `  ${usage}${kind === 'changes' ? ' --by NAME --why REASON' : ''}`,
      `      ${says}`,
    ]),
    '',
    'What moves money or gems shows what it will do and asks; --yes says yes beforehand.',
    'Exit: 0 done, 1 refused or something differs, 2 usage, 3 not confirmed, 4 fault.',
  ];
}

function recordLines({ action }: Done): string[] {
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

function saidOf(ended: Ended, screen: Screen, usage: readonly string[]): readonly string[] {
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
} as const satisfies Record<Ended['kind'], number>;

function end(screen: Screen, ended: Ended, usage: readonly string[]): number {
  for (const line of saidOf(ended, screen, usage)) screen.print(line);
  return CODES[ended.kind];
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

async function run(command: Command, reading: Reading, values: Values, screen: Screen): Promise<Ended> {
  if (command.kind === 'reads') return command.run(reading);
  const signOff = readSignOff(String(values['by']), String(values['why']));
  if (signOff === null) return refused('unsigned');
  const confirm: Changing['confirm'] = async (lines) => {
    for (const line of lines) screen.print(line);
    if (values['yes'] === true) return true;
    return screen.ask === null ? false : screen.ask('Do it? [y/N] ');
  };
  return command.run({ ...reading, signOff, confirm });
}

/** What a person typed, done or refused in words; the answer is the exit code. */
export async function runCommand(
  commands: Commands,
  argv: readonly string[],
  context: OperatorContext,
  screen: Screen,
): Promise<number> {
  const found = findCommand(commands, argv);
  const usage = usageOf(commands, argv[0]);
  const command = found === null ? undefined : commands[found.name];
  if (found === null || command === undefined) return end(screen, { kind: 'usage' }, usage);
  let parsed: { values: Values; positionals: string[] };
  try {
    const options = { ...command.options, ...(command.kind === 'changes' && SIGNED) };
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
  return end(screen, await run(command, reading, values, screen), usage);
}
