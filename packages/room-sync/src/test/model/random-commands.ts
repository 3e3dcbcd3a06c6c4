import { ROOM_COMMANDS, type RoomCommand, type RoomCommandName } from '../../commands.ts';
import type { JsonValue } from '../../json-value.ts';
import { ROOM_TABLES } from '../../tables.ts';
import type { Random } from './random.ts';

/** Few tables and keys, so that commands often act on the same values. */
export const TABLES = [ROOM_TABLES[0], ROOM_TABLES[17], ROOM_TABLES[21]] as const;
export const KEYS = ['a', 'b', 'c', '__proto__'] as const;
const FIELDS = ['x', 'y', '__proto__'] as const;

export function randomCommands(random: Random): RoomCommand[] {
  return Array.from({ length: 1 + random.below(3) }, () => randomCommand(random));
}

function randomCommand(random: Random): RoomCommand {
  const cmd = random.pick(ROOM_COMMANDS);
  // Mostly at a key that usually has this kind of value, so that lists and hashes grow; otherwise anywhere.
  const usual = cmd.startsWith('hash') ? 'a' : 'b';
  const key = cmd === 'set_many' || random.chance(0.3) ? random.pick(KEYS) : usual;
  const at = { table: random.pick(TABLES), key };
  return ARGUMENTS[cmd](random, at);
}

type At = { readonly table: (typeof TABLES)[number]; readonly key: string };
const ARGUMENTS: Record<RoomCommandName, (random: Random, at: At) => RoomCommand> = {
  set_many: (random, { table }) => ({
    cmd: 'set_many',
    table,
    values: randomHash(random, random.chance(0.5) ? KEYS.slice(2) : KEYS, 1),
  }),
  hash_set: (random, at) => ({ cmd: 'hash_set', ...at, fields: randomHash(random, FIELDS, 2) }),
  hash_merge: (random, at) => ({ cmd: 'hash_merge', ...at, fields: randomHash(random, FIELDS, 2) }),
  list_set: (random, at) => ({ cmd: 'list_set', ...at, items: randomItems(random) }),
  push_left: (random, at) => ({ cmd: 'push_left', ...at, items: randomItems(random) }),
  push_right: (random, at) => ({ cmd: 'push_right', ...at, items: randomItems(random) }),
  pop_left: (random, at) => ({ cmd: 'pop_left', ...at, count: 1 + random.below(4) }),
  pop_right: (random, at) => ({ cmd: 'pop_right', ...at, count: 1 + random.below(4) }),
  insert_at: (random, at) => ({
    cmd: 'insert_at',
    ...at,
    position: randomPosition(random),
    items: randomItems(random),
  }),
  remove_range: (random, at) => ({
    cmd: 'remove_range',
    ...at,
    from: randomPosition(random),
    to: randomPosition(random),
  }),
  set_index: (random, at) => ({
    cmd: 'set_index',
    ...at,
    position: randomPosition(random),
    value: randomValue(random, 1),
  }),
};

function randomPosition(random: Random): number {
  return random.below(13) - 6;
}

function randomItems(random: Random): JsonValue[] {
  return Array.from({ length: random.below(4) }, () => randomValue(random, 1));
}

function randomHash(random: Random, fields: readonly string[], depth: number): Record<string, JsonValue> {
  const length = 1 + random.below(fields.length);
  return Object.fromEntries(Array.from({ length }, () => [random.pick(fields), randomValue(random, depth)]));
}

function randomValue(random: Random, depth: number): JsonValue {
  const kind = random.below(depth > 0 ? 6 : 3);
  if (kind === 0) return null;
  if (kind === 1) return random.below(1000);
  if (kind === 2) return random.pick(['\u0646\u0648\u0631\u0629', '', 'text', true]);
  return kind === 3 ? randomItems(random) : randomHash(random, FIELDS, depth - 1);
}
