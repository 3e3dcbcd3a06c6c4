import type { KeyCommand, RoomCommand } from '../../commands.ts';
import { isJsonHash, isJsonList, type JsonHash, type JsonList, type JsonValue } from '../../json-value.ts';

const LIST_ROWS = ['absent key', 'list', 'wrong kind'] as const;
const POP_ROWS = ['absent key', 'some', 'all or more', 'of an empty list', 'wrong kind'] as const;

/** The rows of section 3 of docs/room-protocol.md, with every edge case it names. */
const ROWS_OF = {
  set_many: ['absent key', 'replaces another kind', 'null removes', 'null on an absent key', '__proto__'],
  hash_set: ['absent key', 'hash', 'null is a value', 'wrong kind'],
  hash_merge: ['absent key', 'hash', 'null removes', 'nested', 'wrong kind'],
  list_set: ['absent key', 'replaces a list', 'replaces another kind'],
  push_left: LIST_ROWS,
  push_right: LIST_ROWS,
  pop_left: POP_ROWS,
  pop_right: POP_ROWS,
  insert_at: ['absent key', 'inside', 'from the end', 'beyond the end', 'before the beginning', 'wrong kind'],
  remove_range: ['absent key', 'inside', 'from the end', 'outside', 'empties the list', 'wrong kind'],
  set_index: ['absent key', 'inside', 'from the end', 'outside', 'wrong kind'],
} as const satisfies Record<RoomCommand['cmd'], readonly string[]>;

type RowsOf = typeof ROWS_OF;
export type CommandRow = { [Name in keyof RowsOf]: `${Name}: ${RowsOf[Name][number]}` }[keyof RowsOf];

export const COMMAND_ROWS = Object.entries(ROWS_OF).flatMap(([name, rows]) =>
  rows.map((row) => `${name}: ${row}` as CommandRow),
);

/** The rows of section 3 that a command on this value covers. */
export function rowsOfCommand(
  command: RoomCommand,
  read: (key: string) => JsonValue | undefined,
): readonly CommandRow[] {
  if (command.cmd === 'set_many')
    return Object.entries(command.values).flatMap(([key, value]) => setRows(key, value, read(key)));
  return casesOf(command, read(command.key)).map((row) => `${command.cmd}: ${row}` as CommandRow);
}

function setRows(key: string, value: JsonValue, before: JsonValue | undefined): CommandRow[] {
  const rows: CommandRow[] = key === '__proto__' ? ['set_many: __proto__'] : [];
  if (value === null)
    return [...rows, before === undefined ? 'set_many: null on an absent key' : 'set_many: null removes'];
  if (before === undefined) return [...rows, 'set_many: absent key'];
  return kindOf(before) === kindOf(value) ? rows : [...rows, 'set_many: replaces another kind'];
}

function casesOf(command: KeyCommand, before: JsonValue | undefined): string[] {
  if (before === undefined) return ['absent key'];
  if (command.cmd === 'list_set') return [isJsonList(before) ? 'replaces a list' : 'replaces another kind'];
  if (command.cmd === 'hash_set' || command.cmd === 'hash_merge') {
    if (!isJsonHash(before)) return ['wrong kind'];
    return command.cmd === 'hash_set' ? hashSetCases(command.fields) : mergeCases(command.fields, before);
  }
  return isJsonList(before) ? listCases(command, before) : ['wrong kind'];
}

function hashSetCases(fields: JsonHash): string[] {
  return Object.values(fields).includes(null) ? ['hash', 'null is a value'] : ['hash'];
}

function mergeCases(fields: JsonHash, before: JsonHash): string[] {
  const entries = Object.entries(fields);
  const isNested = entries.some(([field, value]) => isJsonHash(value) && isJsonHash(before[field]));
  const removes = entries.some(([field, value]) => value === null && Object.hasOwn(before, field));
  return ['hash', ...(isNested ? ['nested'] : []), ...(removes ? ['null removes'] : [])];
}

function listCases(command: KeyCommand, list: JsonList): string[] {
  const { length } = list;
  switch (command.cmd) {
    case 'pop_left':
    case 'pop_right':
      if (length === 0) return ['of an empty list'];
      return [command.count >= length ? 'all or more' : 'some'];
    case 'insert_at':
      if (command.position > length) return ['beyond the end'];
      if (command.position < -length) return ['before the beginning'];
      return [command.position < 0 ? 'from the end' : 'inside'];
    case 'remove_range':
      return rangeCases(length, command.from, command.to);
    case 'set_index':
      if (command.position >= length || command.position < -length) return ['outside'];
      return [command.position < 0 ? 'from the end' : 'inside'];
    default:
      return ['list'];
  }
}

function rangeCases(length: number, from: number, to: number): string[] {
  const first = Math.max(0, from < 0 ? length + from : from);
  const last = Math.min(length - 1, to < 0 ? length + to : to);
  if (first > last) return ['outside'];
  if (first === 0 && last === length - 1) return ['empties the list'];
  return [from < 0 || to < 0 ? 'from the end' : 'inside'];
}

function kindOf(value: JsonValue): string {
  if (isJsonList(value)) return 'list';
  return isJsonHash(value) ? 'hash' : 'scalar';
}
