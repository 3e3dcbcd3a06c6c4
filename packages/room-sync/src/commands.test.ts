import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCommands, applyToValues } from './apply-commands.ts';
import { readCommand, ROOM_COMMANDS, type RoomCommand, touchedKeys } from './commands.ts';
import type { JsonValue } from './json-value.ts';
import { emptyTables, valueOf, withEntries } from './tables.ts';

const AT = { table: 'pk_rank', key: 'k' } as const;
const LIST = [0, 1, 2, 3];
const HASH = { x: 1, deep: { a: 1, b: 2 } };
const MALFORMED = 'malformed';

function apply(before: JsonValue | undefined, command: object): unknown {
  const tables = withEntries(emptyTables(), [{ ...AT, value: before }]);
  const { tables: after, malformed } = applyCommands(tables, [{ ...AT, ...command }]);
  return malformed.length > 0 ? MALFORMED : valueOf(after, AT);
}

/** The table in section 3 of docs/room-protocol.md: command, value before, value after. */
const ROWS: readonly (readonly [
  command: { cmd: string; [argument: string]: JsonValue },
  before: JsonValue | undefined,
  after: unknown,
])[] = [
  [{ cmd: 'set_many', values: { k: 7 } }, undefined, 7],
  [{ cmd: 'set_many', values: { k: [1] } }, HASH, [1]],
  [{ cmd: 'set_many', values: { k: null } }, HASH, undefined],
  [{ cmd: 'set_many', values: { k: null } }, undefined, undefined],
  [{ cmd: 'hash_set', fields: { x: 2, y: null } }, HASH, { ...HASH, x: 2, y: null }],
  [{ cmd: 'hash_set', fields: { deep: 1 } }, undefined, { deep: 1 }],
  [{ cmd: 'hash_set', fields: {} }, LIST, MALFORMED],
  [{ cmd: 'hash_set', fields: {} }, 'scalar', MALFORMED],
  [
    { cmd: 'hash_merge', fields: { x: null, deep: { a: null, c: 3 }, n: { m: null, o: 1 } } },
    HASH,
    { deep: { b: 2, c: 3 }, n: { o: 1 } },
  ],
  [{ cmd: 'hash_merge', fields: { x: { y: 1 } } }, HASH, { ...HASH, x: { y: 1 } }],
  [{ cmd: 'hash_merge', fields: { x: null } }, undefined, {}],
  [{ cmd: 'hash_merge', fields: {} }, LIST, MALFORMED],
  [{ cmd: 'list_set', items: [9] }, LIST, [9]],
  [{ cmd: 'list_set', items: [] }, HASH, []],
  [{ cmd: 'list_set', items: [9] }, undefined, [9]],
  [{ cmd: 'push_left', items: [8, 9] }, LIST, [8, 9, 0, 1, 2, 3]],
  [{ cmd: 'push_left', items: [8] }, undefined, [8]],
  [{ cmd: 'push_left', items: [8] }, HASH, MALFORMED],
  [{ cmd: 'push_right', items: [8, 9] }, LIST, [0, 1, 2, 3, 8, 9]],
  [{ cmd: 'push_right', items: [] }, undefined, []],
  [{ cmd: 'push_right', items: [8] }, 5, MALFORMED],
  [{ cmd: 'pop_left', count: 1 }, LIST, [1, 2, 3]],
  [{ cmd: 'pop_left', count: 9 }, LIST, []],
  [{ cmd: 'pop_left', count: 1 }, undefined, undefined],
  [{ cmd: 'pop_left', count: 1 }, HASH, MALFORMED],
  [{ cmd: 'pop_left', count: 0 }, LIST, MALFORMED],
  [{ cmd: 'pop_right', count: 3 }, LIST, [0]],
  [{ cmd: 'pop_right', count: 4 }, LIST, []],
  [{ cmd: 'pop_right', count: 1 }, [], []],
  [{ cmd: 'pop_right', count: 1 }, undefined, undefined],
  [{ cmd: 'pop_right', count: 1.5 }, LIST, MALFORMED],
  [{ cmd: 'pop_right', count: 1 }, true, MALFORMED],
  [{ cmd: 'insert_at', position: 1, items: [8, 9] }, LIST, [0, 8, 9, 1, 2, 3]],
  [{ cmd: 'insert_at', position: -1, items: [9] }, LIST, [0, 1, 2, 9, 3]],
  [{ cmd: 'insert_at', position: 4, items: [9] }, LIST, [0, 1, 2, 3, 9]],
  [{ cmd: 'insert_at', position: 99, items: [9] }, LIST, [0, 1, 2, 3, 9]],
  [{ cmd: 'insert_at', position: -99, items: [9] }, LIST, [9, 0, 1, 2, 3]],
  [{ cmd: 'insert_at', position: 5, items: [9] }, undefined, [9]],
  [{ cmd: 'insert_at', position: 0, items: [9] }, HASH, MALFORMED],
  [{ cmd: 'remove_range', from: 1, to: 2 }, LIST, [0, 3]],
  [{ cmd: 'remove_range', from: 0, to: 0 }, LIST, [1, 2, 3]],
  [{ cmd: 'remove_range', from: -2, to: -1 }, LIST, [0, 1]],
  [{ cmd: 'remove_range', from: 2, to: 99 }, LIST, [0, 1]],
  [{ cmd: 'remove_range', from: -99, to: 0 }, LIST, [1, 2, 3]],
  [{ cmd: 'remove_range', from: 2, to: 1 }, LIST, LIST],
  [{ cmd: 'remove_range', from: 4, to: 9 }, LIST, LIST],
  [{ cmd: 'remove_range', from: -9, to: -5 }, LIST, LIST],
  [{ cmd: 'remove_range', from: 0, to: -1 }, LIST, []],
  [{ cmd: 'remove_range', from: 0, to: 1 }, undefined, undefined],
  [{ cmd: 'remove_range', from: 0, to: 1 }, HASH, MALFORMED],
  [{ cmd: 'set_index', position: 3, value: null }, LIST, [0, 1, 2, null]],
  [{ cmd: 'set_index', position: -4, value: 'x' }, LIST, ['x', 1, 2, 3]],
  [{ cmd: 'set_index', position: 4, value: 1 }, LIST, MALFORMED],
  [{ cmd: 'set_index', position: -5, value: 1 }, LIST, MALFORMED],
  [{ cmd: 'set_index', position: 0, value: 1 }, undefined, MALFORMED],
  [{ cmd: 'set_index', position: 0, value: 1 }, HASH, MALFORMED],
];

describe('the eleven room commands', () => {
  it.each(ROWS)('[ROOM-05] the room command %j applied to %j gives %j', (command, before, after) => {
    const frozen = structuredClone(before);
    expect(apply(before, command)).toEqual(after);
    expect(before).toEqual(frozen);
  });

  it('the test table contains all eleven room commands', () => {
    expect([...new Set(ROWS.map(([{ cmd }]) => cmd))].toSorted()).toEqual(ROOM_COMMANDS.toSorted());
    expect(ROOM_COMMANDS).toHaveLength(11);
  });

  it('[ROOM-05] a malformed room command is reported without an error, and the frame’s other commands apply (RP-22)', () => {
    const { tables, changed, malformed } = applyCommands(emptyTables(), [
      { cmd: 'list_set', ...AT, items: [1] },
      { cmd: 'hash_set', ...AT, fields: {} },
      { cmd: 'future', ...AT },
      { cmd: 'push_left', ...AT, table: 'no_such_table', items: [] },
      'no command',
      { cmd: 'push_right', ...AT, items: [2] },
    ]);
    expect(valueOf(tables, AT)).toEqual([1, 2]);
    expect(changed).toEqual([AT]);
    expect(malformed).toEqual([
      'unreadable command future',
      'unreadable command push_left',
      'unreadable command without a name',
      'hash_set on pk_rank/k: the value is not a hash',
    ]);
  });

  it('applying a room frame never throws, whatever it contains', () => {
    const word = fc.constantFrom('cmd', 'table', 'key', 'items', 'values', 'fields', 'count', '__proto__');
    const value = fc.oneof(fc.constantFrom(...ROOM_COMMANDS, 'pk_rank'), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.dictionary(word, value), fc.jsonValue())), (commands) => {
        applyCommands(emptyTables(), commands);
      }),
    );
  });

  it('a key changed twice is reported once, and a command without effect reports no key (RP-21)', () => {
    const before = withEntries(emptyTables(), [{ ...AT, value: [1] }]);
    const nothing = [
      { cmd: 'pop_left', table: 'widgets', key: 'absent', count: 1 },
      { cmd: 'remove_range', ...AT, from: 5, to: 6 },
      { cmd: 'set_many', table: 'widgets', values: { absent: null } },
    ];
    expect(applyCommands(before, nothing)).toEqual({ tables: before, changed: [], malformed: [] });
    expect(applyCommands(before, nothing).tables).toBe(before);
    const twice = [1, 2].map((item) => ({ cmd: 'push_left', ...AT, items: [item] }));
    expect(applyCommands(before, twice).changed).toEqual([AT]);
  });

  it('room tables that no command touches stay the same objects', () => {
    const before = withEntries(emptyTables(), [{ ...AT, value: [1] }]);
    const { tables } = applyCommands(before, [{ cmd: 'list_set', table: 'widgets', key: 'w', items: [] }]);
    expect(tables.pk_rank).toBe(before.pk_rank);
    expect(before.widgets.size).toBe(0);
  });

  it('__proto__ is handled as a room key and field like any other name (RP-20)', () => {
    const read = (text: string): unknown => JSON.parse(text) as unknown;
    const { tables, malformed } = applyCommands(emptyTables(), [
      read('{"cmd":"set_many","table":"widgets","values":{"__proto__":{"polluted":1}}}'),
      read('{"cmd":"hash_set","table":"widgets","key":"h","fields":{"__proto__":{"polluted":1}}}'),
      read('{"cmd":"hash_merge","table":"widgets","key":"h","fields":{"__proto__":{"more":2}}}'),
    ]);
    expect(malformed).toEqual([]);
    expect(tables.widgets.get('__proto__')).toEqual({ polluted: 1 });
    expect(JSON.stringify(tables.widgets.get('h'))).toBe('{"__proto__":{"polluted":1,"more":2}}');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('readCommand', () => {
  const good = { cmd: 'push_left', ...AT, items: [1] };

  it('a valid room command is accepted, also with unknown fields', () => {
    expect(readCommand({ ...good, later: 1 })).toMatchObject(good);
  });

  it.each([
    ['an unknown name', { ...good, cmd: 'toString' }],
    ['a name that is no text', { ...good, cmd: 3 }],
    ['an unknown table', { ...good, table: 'constructor' }],
    ['an empty key', { ...good, key: '' }],
    ['a key of 129 characters', { ...good, key: 'k'.repeat(129) }],
    ['no key', { cmd: 'push_left', table: 'pk_rank', items: [] }],
    ['no items', { cmd: 'push_left', ...AT }],
    ['items that are no list', { ...good, items: {} }],
    ['fields that are a list', { cmd: 'hash_set', ...AT, fields: [] }],
    ['a position that is no whole number', { cmd: 'set_index', ...AT, position: 0.5, value: 1 }],
    ['no value', { cmd: 'set_index', ...AT, position: 0 }],
    ['an empty key among many', { cmd: 'set_many', table: 'pk_rank', values: { '': 1 } }],
    ['a value nested too deep', { ...good, items: [nested(40)] }],
    ['null', null],
    ['a list', [good]],
  ])('a room command is refused with %s', (_, value) => {
    expect(readCommand(value)).toBeNull();
  });

  function nested(depth: number): JsonValue {
    return depth === 0 ? 1 : [nested(depth - 1)];
  }
});

describe('applying a batch to its values', () => {
  const commands: RoomCommand[] = [
    { cmd: 'set_many', table: 'widgets', values: { a: 1, b: null } },
    { cmd: 'push_left', table: 'pk_rank', key: 'a', items: [1] },
    { cmd: 'push_left', table: 'pk_rank', key: 'a', items: [2] },
  ];

  it('each key that a batch of room commands touches is listed once', () => {
    expect(touchedKeys(commands)).toEqual([
      { table: 'widgets', key: 'a' },
      { table: 'widgets', key: 'b' },
      { table: 'pk_rank', key: 'a' },
    ]);
  });

  it('applying a batch to stored values returns only the values to write and remove (an unchanged one is left out)', () => {
    const entries = [
      { table: 'widgets', key: 'a', value: 1 },
      { table: 'widgets', key: 'b', value: 'gone' },
    ] as const;
    expect(applyToValues(entries, commands)).toEqual({
      changed: [
        { table: 'widgets', key: 'b', value: undefined },
        { table: 'pk_rank', key: 'a', value: [2, 1] },
      ],
      malformed: [],
    });
  });
});
