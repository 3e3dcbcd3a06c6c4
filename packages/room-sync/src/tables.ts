import { isJsonHash, isJsonValue, isSameJson, type JsonValue } from './json-value.ts';

/** The 22 room tables of the source specification. */
export const ROOM_TABLES = [
  'pk_select_punishment',
  'punishment_list',
  'pk_current_punishment',
  'pk_prop_list',
  'pk_prop_entry',
  'pk_prop_used',
  'pk_status',
  'pk_current_effect',
  'pk_perspective_list',
  'pk_smoke_top_list',
  'pk_can_smoke_list',
  'face_list',
  'pk_current_face',
  'fans_tasks',
  'fans_tasks_start',
  'fans_count',
  'pk_random_match_switcher',
  'pk_rank',
  'calling_room',
  'widgets',
  'scratch_ticket',
  'room_mics_new',
] as const;

export type RoomTable = (typeof ROOM_TABLES)[number];

/** The values of a table by key. A Map, because `__proto__` is a key like any other (RP-20). */
export type TableRows = ReadonlyMap<string, JsonValue>;

/** The state of a room. Never changed in place: equal parts of two states are the same objects. */
export type RoomTables = Readonly<Record<RoomTable, TableRows>>;

export interface RoomKey {
  readonly table: RoomTable;
  readonly key: string;
}

/** A key with its value; `undefined` means that the key is absent. */
export interface RoomEntry extends RoomKey {
  readonly value: JsonValue | undefined;
}

const MAX_KEY_LENGTH = 128;
const TABLE_NAMES: ReadonlySet<unknown> = new Set(ROOM_TABLES);
const NO_ROWS: TableRows = new Map();

export function isRoomTable(value: unknown): value is RoomTable {
  return TABLE_NAMES.has(value);
}

export function isTableKey(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_KEY_LENGTH;
}

export function emptyTables(): RoomTables {
  return Object.fromEntries(ROOM_TABLES.map((table) => [table, NO_ROWS])) as unknown as RoomTables;
}

export function valueOf(tables: RoomTables, { table, key }: RoomKey): JsonValue | undefined {
  return tables[table].get(key);
}

/** A table and a key as one text, which is a field name in storage. No table has a slash in its name. */
export function keyName({ table, key }: RoomKey): string {
  return `${table}/${key}`;
}

export function readKeyName(name: string): RoomKey | null {
  const slash = name.indexOf('/');
  const table = name.slice(0, slash);
  const key = name.slice(slash + 1);
  return slash > 0 && isRoomTable(table) && isTableKey(key) ? { table, key } : null;
}

/** The tables with these entries replaced. Tables without an entry stay the same objects. */
export function withEntries(tables: RoomTables, entries: readonly RoomEntry[]): RoomTables {
  const changed = new Map<RoomTable, Map<string, JsonValue>>();
  for (const { table, key, value } of entries) {
    const rows = changed.get(table) ?? new Map(tables[table]);
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
    changed.set(table, rows);
  }
  return changed.size === 0 ? tables : { ...tables, ...Object.fromEntries(changed) };
}

/**
 * The keys whose values differ between two states, and the second state, in which every equal value is the object of the first.
 */
export function compareTables(
  before: RoomTables,
  after: RoomTables,
): { readonly tables: RoomTables; readonly changed: readonly RoomKey[] } {
  const entries = ROOM_TABLES.flatMap((table) =>
    [...new Set([...before[table].keys(), ...after[table].keys()])].map((key) => ({ table, key })),
  )
    .filter((at) => !isSameJson(valueOf(before, at), valueOf(after, at)))
    .map((at): RoomEntry => ({ ...at, value: valueOf(after, at) }));
  return {
    tables: withEntries(before, entries),
    changed: entries.map(({ table, key }) => ({ table, key })),
  };
}

/**
 * Reads `{"<table>":{"<key>":value}}` (RP-12). Every part that cannot be read is named in `problems` and left out: the inlet for
 * the app's servers refuses a state with problems, a client shows the rest.
 */
export function readTables(value: unknown): {
  readonly tables: RoomTables;
  readonly problems: readonly string[];
} {
  if (!isJsonHash(value)) return { tables: emptyTables(), problems: ['the state is not an object'] };
  const problems: string[] = [];
  const entries: RoomEntry[] = [];
  for (const [table, rows] of Object.entries(value)) {
    if (!isRoomTable(table)) problems.push(`unknown table ${table}`);
    else if (!isJsonHash(rows)) problems.push(`table ${table} is not an object`);
    else {
      for (const [key, row] of Object.entries(rows)) {
        if (!isTableKey(key)) problems.push(`table ${table} has a key that is empty or too long`);
        else if (row === null || !isJsonValue(row)) problems.push(`${table}/${key} has no valid value`);
        else entries.push({ table, key, value: row });
      }
    }
  }
  return { tables: withEntries(emptyTables(), entries), problems };
}

/** The value to serialise as `room_status`; tables without keys are left out. */
export function tablesAsJson(tables: RoomTables): JsonValue {
  return Object.fromEntries(
    ROOM_TABLES.filter((table) => tables[table].size > 0).map((table) => [
      table,
      Object.fromEntries(tables[table]),
    ]),
  );
}
