import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import * as v from 'valibot';
import type { Verb } from '../operator/verb.ts';
import { fieldsOf, type InputField } from '../operator/verb-fields.ts';
import { LOGIN_USAGE } from './login.ts';

/**
 * The options of commands that need a key. The operator follows from the key, so `by` is not needed; it is still
 * accepted for older scripts.
 */
const WITH_KEY: ParseArgsOptionsConfig = {
  by: { type: 'string', default: '' },
  why: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
};
const FOR_ALL: ParseArgsOptionsConfig = { json: { type: 'boolean', default: false } };

const WHY = {
  'open-read': '',
  read: ' [--why REASON]',
  change: ' --why REASON',
  'first-change': ' --why REASON',
} as const satisfies Record<Verb['kind'], string>;

/** The name of an option: a dash and a small letter for each capital in the name of the field. */
const optionName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

function fieldUsage({ name, typed, placeholder, isRequired }: InputField): string {
  const text = {
    word: placeholder,
    words: placeholder,
    list: `${placeholder} ...`,
    option: `--${optionName(name)} ${placeholder}`,
    flag: `--${optionName(name)}`,
  }[typed];
  return isRequired ? text : `[${text}]`;
}

/** The usage line of a command: words first, then options, then the list of further words. */
export function usageOf({ name, input, kind }: Verb): string {
  const fields = fieldsOf(input);
  const of = (...typed: InputField['typed'][]) => fields.filter((field) => typed.includes(field.typed));
  const parts = [...of('word', 'words'), ...of('option', 'flag'), ...of('list')].map(fieldUsage);
  return `${[name, ...parts].join(' ')}${WHY[kind]}`;
}

/** Former names of nouns, which old scripts and people may still use. */
const FORMER_NOUNS: ReadonlyMap<string, string> = new Map([['notifications', 'webhooks']]);

const nounOf = (typed: string): string => FORMER_NOUNS.get(typed) ?? typed;

/** The help for the commands of the typed noun, or for all commands. */
export function helpLines(verbs: readonly Verb[], noun: string | undefined): string[] {
  const named = verbs.filter(({ name }) => name.split(' ')[0] === nounOf(noun ?? ''));
  const listed = named.length > 0 ? named : verbs;
  return [
    'npm run ops -- COMMAND',
    '',
    ...listed.flatMap((verb) => [`  ${usageOf(verb)}`, `      ${verb.says}`]),
    '',
    ...(listed.length === named.length ? [] : [`  ${LOGIN_USAGE.usage}`, `      ${LOGIN_USAGE.says}`, '']),
    'What needs a reason, or takes one, also needs your operator key (ops login) and leaves a signed record.',
    'What moves money or gems shows what it will do and asks; --yes says yes beforehand.',
    'With --dry-run a change only shows what it would do. With --json every command prints one JSON value.',
    'Exit: 0 done, 1 refused or something differs, 2 usage, 3 not confirmed, 4 fault.',
  ];
}

/** Finds the verb of a command: `order story` for "order story JW-…", `reconcile` for "reconcile --day …". */
export function findVerb(
  verbs: readonly Verb[],
  argv: readonly string[],
): { readonly verb: Verb; readonly rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const [noun = '', ...rest] = argv.slice(0, length);
    const name = [nounOf(noun), ...rest].join(' ');
    const verb = verbs.find((one) => one.name === name);
    if (verb !== undefined) return { verb, rest: argv.slice(length) };
  }
  return null;
}

export interface ParsedCommand {
  readonly kind: 'parsed';
  /** The input by field names, exactly as it was typed. It is part of the signed request. */
  readonly typed: Readonly<Record<string, unknown>>;
  /** The input after it was parsed by the verb's schema. */
  readonly input: unknown;
  readonly by: string;
  readonly why: string;
  readonly isYes: boolean;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
}

interface WrongInput {
  readonly kind: 'wrong';
  readonly problems: readonly string[];
}

const wrong = (...problems: readonly string[]): WrongInput => ({ kind: 'wrong', problems });

/** Assigns the typed words to the fields that take words; null if some are left over. */
function wordsByField(
  fields: readonly InputField[],
  typed: readonly string[],
): Record<string, unknown> | null {
  const rest = [...typed];
  const entries: [string, unknown][] = [];
  for (const { name, typed: how } of fields) {
    if (rest.length === 0) break;
    if (how === 'word') entries.push([name, rest.shift()]);
    if (how === 'words') entries.push([name, rest.splice(0).join(' ')]);
    if (how === 'list') entries.push([name, rest.splice(0)]);
  }
  return rest.length > 0 ? null : Object.fromEntries(entries);
}

function problemOf(issue: v.BaseIssue<unknown>, fields: readonly InputField[]): string {
  const field = fields.find(({ name }) => name === v.getDotPath(issue));
  if (field === undefined) return issue.message;
  const { typed, placeholder, name } = field;
  const named = typed === 'option' || typed === 'flag' ? `--${optionName(name)}` : placeholder;
  return issue.received === 'undefined' ? `${named} is missing.` : `${named} ${issue.message}.`;
}

/** Parses the words and options after a verb's name by the verb's own schema. */
export function parseCommand({ input, kind }: Verb, args: readonly string[]): ParsedCommand | WrongInput {
  const fields = fieldsOf(input);
  const own = fields.flatMap(({ name, typed }): [string, ParseArgsOptionsConfig[string]][] => {
    if (typed === 'option') return [[optionName(name), { type: 'string' }]];
    return typed === 'flag' ? [[optionName(name), { type: 'boolean' }]] : [];
  });
  const options = { ...Object.fromEntries(own), ...FOR_ALL, ...(kind !== 'open-read' && WITH_KEY) };
  let values: Readonly<Record<string, unknown>>;
  let positionals: readonly string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options }));
  } catch (error) {
    return wrong((error as Error).message);
  }
  const words = wordsByField(fields, positionals);
  if (words === null) return wrong(`Too many words: ${positionals.join(' ')}`);
  const chosen = fields.flatMap(({ name }) => {
    const value = values[optionName(name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  const typed = { ...words, ...Object.fromEntries(chosen) };
  const read = v.safeParse(input, typed);
  if (!read.success) return wrong(...read.issues.map((issue) => problemOf(issue, fields)));
  const text = (name: string): string => {
    const value = values[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    kind: 'parsed',
    typed,
    input: read.output,
    by: text('by'),
    why: text('why'),
    isYes: values['yes'] === true,
    isDryRun: values['dry-run'] === true,
    isJson: values['json'] === true,
  };
}
