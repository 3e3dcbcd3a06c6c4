import {
  isJsonHash,
  isJsonList,
  isJsonValue,
  type JsonHash,
  type JsonList,
  type JsonValue,
} from './json-value.ts';
import { isRoomTable, isTableKey, keyName, type RoomKey, type RoomTable } from './tables.ts';

interface Arguments {
  readonly hash_set: { readonly fields: JsonHash };
  readonly hash_merge: { readonly fields: JsonHash };
  readonly list_set: { readonly items: JsonList };
  readonly push_left: { readonly items: JsonList };
  readonly push_right: { readonly items: JsonList };
  readonly pop_left: { readonly count: number };
  readonly pop_right: { readonly count: number };
  readonly insert_at: { readonly position: number; readonly items: JsonList };
  readonly remove_range: { readonly from: number; readonly to: number };
  readonly set_index: { readonly position: number; readonly value: JsonValue };
}

interface SetMany {
  readonly cmd: 'set_many';
  readonly table: RoomTable;
  readonly values: JsonHash;
}

/** A command on a single key. */
export type KeyCommand = {
  readonly [Name in keyof Arguments]: RoomKey & { readonly cmd: Name } & Arguments[Name];
}[keyof Arguments];
/** The eleven commands of a frame (docs/room-protocol.md, section 3). */
export type RoomCommand = SetMany | KeyCommand;
export type RoomCommandName = RoomCommand['cmd'];

type ArgumentCheck = (value: unknown) => boolean;
const isCount: ArgumentCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isHashOfValues: ArgumentCheck = (value) => isJsonHash(value) && isJsonValue(value);
const isListOfValues: ArgumentCheck = (value) => isJsonList(value) && isJsonValue(value);
const isHashOfKeys: ArgumentCheck = (value) =>
  isHashOfValues(value) && Object.keys(value as JsonHash).every(isTableKey);

const ARGUMENTS = {
  set_many: { values: isHashOfKeys },
  hash_set: { key: isTableKey, fields: isHashOfValues },
  hash_merge: { key: isTableKey, fields: isHashOfValues },
  list_set: { key: isTableKey, items: isListOfValues },
  push_left: { key: isTableKey, items: isListOfValues },
  push_right: { key: isTableKey, items: isListOfValues },
  pop_left: { key: isTableKey, count: isCount },
  pop_right: { key: isTableKey, count: isCount },
  insert_at: { key: isTableKey, position: Number.isSafeInteger, items: isListOfValues },
  remove_range: { key: isTableKey, from: Number.isSafeInteger, to: Number.isSafeInteger },
  set_index: { key: isTableKey, position: Number.isSafeInteger, value: isJsonValue },
} satisfies Record<RoomCommandName, Record<string, ArgumentCheck>>;

export const ROOM_COMMANDS = Object.keys(ARGUMENTS) as readonly RoomCommandName[];

/** The command, or null if its name, table or an argument is not of the protocol (RP-22). Other fields are ignored. */
export function readCommand(value: unknown): RoomCommand | null {
  if (!isJsonHash(value)) return null;
  const { cmd, table } = value;
  if (typeof cmd !== 'string' || !Object.hasOwn(ARGUMENTS, cmd) || !isRoomTable(table)) return null;
  const checks = Object.entries<ArgumentCheck>(ARGUMENTS[cmd as RoomCommandName]);
  const isComplete = checks.every(([name, isValid]) => Object.hasOwn(value, name) && isValid(value[name]));
  return isComplete ? (value as unknown as RoomCommand) : null;
}

/** The keys that the commands read or write, each once: a gateway reads only these from storage. */
export function touchedKeys(commands: readonly RoomCommand[]): readonly RoomKey[] {
  const touched = commands.flatMap(keysOf).map((at): [string, RoomKey] => [keyName(at), at]);
  return [...new Map(touched).values()];
}

function keysOf(command: RoomCommand): RoomKey[] {
  const { table } = command;
  return command.cmd === 'set_many'
    ? Object.keys(command.values).map((key) => ({ table, key }))
    : [{ table, key: command.key }];
}
