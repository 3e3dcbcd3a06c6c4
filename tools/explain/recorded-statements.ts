import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstIdAt } from '../../apps/api/src/platform/time-ordered-id.ts';
import { normalised, storeStatements, type StoreStatement } from './store-statements.ts';

/** A statement as the driver sent it: the texts of its parameters, and their types by number; 0 leaves a type to the server. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  readonly types: readonly number[];
}

/**
 * A parameter that is a time, or the first id of a time, is stored as its distance from the recording: the data of `growDatabase` ends
 * now.
 */
type StoredParameter = string | null | { readonly msFromNow: number } | { readonly firstIdMsFromNow: number };

interface StoredStatement {
  readonly text: string;
  readonly parameters: readonly StoredParameter[];
  readonly types: readonly number[];
}

const FILE = join(import.meta.dirname, 'statements.jsonl');
const DATE = 1082;
const TIMES = [DATE, 1114, 1184];
const UUID = 2950;
const FIRST_ID = /^([\da-f]{8})-([\da-f]{4})-0000-0000-000000000000$/;

function storedParameter(parameter: string | null, type: number, now: number): StoredParameter {
  const firstId = type === UUID ? FIRST_ID.exec(parameter ?? '') : null;
  if (firstId !== null) return { firstIdMsFromNow: Number.parseInt(`${firstId[1]}${firstId[2]}`, 16) - now };
  const at = parameter !== null && TIMES.includes(type) ? Date.parse(parameter) : Number.NaN;
  return Number.isNaN(at) ? parameter : { msFromNow: at - now };
}

function parameterText(parameter: StoredParameter | undefined, type: number, now: number): string | null {
  if (typeof parameter !== 'object' || parameter === null) return parameter ?? null;
  if ('firstIdMsFromNow' in parameter) return firstIdAt(new Date(now + parameter.firstIdMsFromNow));
  const text = new Date(now + parameter.msFromNow).toISOString();
  return type === DATE ? text.slice(0, 10) : text;
}

const linesIn = <Line>(path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** All recorded statements, with their times moved by as much as has passed since the recording. */
export function recordedStatements(now = Date.now()): Statement[] {
  return linesIn<StoredStatement>(FILE).map(({ text, parameters, types }) => ({
    text,
    types,
    parameters: types.map((type, nth) => parameterText(parameters[nth], type, now)),
  }));
}

/** The statement of a store that was sent with this text. If several match: the one with most of it written out. */
export function sourceOf(text: string, known: readonly StoreStatement[]): StoreStatement | null {
  const [best] = known
    .filter(({ pattern }) => pattern.test(text))
    .toSorted((one, other) => other.pattern.source.length - one.pattern.source.length);
  return best ?? null;
}

/** Adds what tests have sent to the recorded statements, and removes what no store sends any more. */
export function addRecording(path: string, now = Date.now()): { added: number; removed: number } {
  const known = storeStatements();
  const before = linesIn<StoredStatement>(FILE);
  const sent = linesIn<Statement>(path).map(({ text, parameters, types }) => ({
    text: normalised(text),
    types,
    parameters: types.map((type, nth) => storedParameter(parameters[nth] ?? null, type, now)),
  }));
  const isOfStore = ({ text }: StoredStatement): boolean => sourceOf(text, known) !== null;
  const byText = new Map([...sent, ...before].filter(isOfStore).map((one) => [one.text, one]));
  const all = [...byText.values()].toSorted((one, other) => (one.text < other.text ? -1 : 1));
  writeFileSync(FILE, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const stillSent = before.filter(isOfStore).length;
  return { added: all.length - stillSent, removed: before.length - stillSent };
}
