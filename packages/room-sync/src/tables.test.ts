import { describe, expect, it } from 'vitest';
import {
  compareTables,
  emptyTables,
  keyName,
  readKeyName,
  readTables,
  tablesAsJson,
  valueOf,
  withEntries,
} from './tables.ts';

const A = { table: 'widgets', key: 'a' } as const;
const B = { table: 'widgets', key: 'b/c' } as const;

describe('the tables of a room', () => {
  it('comparing room states reuses the old object of each equal value and names only the changed keys', () => {
    const before = withEntries(emptyTables(), [
      { ...A, value: { x: [1, { y: 2 }] } },
      { ...B, value: 1 },
    ]);
    const after = withEntries(emptyTables(), [
      { ...A, value: { x: [1, { y: 2 }] } },
      { table: 'pk_rank', key: 'a', value: 2 },
    ]);
    const { tables, changed } = compareTables(before, after);
    expect(tables).toEqual(after);
    expect(valueOf(tables, A)).toBe(valueOf(before, A));
    expect(changed).toEqual([{ table: 'pk_rank', key: 'a' }, B]);
    expect(compareTables(before, before).tables).toBe(before);
  });

  it.each([
    [[1], { 0: 1 }],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [0, false],
    ['1', 1],
  ])('the room values %j and %j count as different', (one, other) => {
    const of = (value: never) => withEntries(emptyTables(), [{ ...A, value }]);
    expect(compareTables(of(one as never), of(other as never)).changed).toEqual([A]);
  });

  it('a room’s table and key are written as one name and read back from it', () => {
    expect(keyName(B)).toBe('widgets/b/c');
    expect(readKeyName('widgets/b/c')).toEqual(B);
    expect(['widgets', 'widgets/', '/a', 'unknown/a'].map(readKeyName)).toEqual([null, null, null, null]);
  });

  it('a room state is written and read back, even with the key `__proto__`', () => {
    const proto = { table: 'pk_rank', key: '__proto__' } as const;
    const tables = withEntries(emptyTables(), [
      { ...A, value: [1] },
      { ...proto, value: { x: 1 } },
    ]);
    const text = JSON.stringify(tablesAsJson(tables));
    expect(text).toBe('{"pk_rank":{"__proto__":{"x":1}},"widgets":{"a":[1]}}');
    expect(readTables(JSON.parse(text))).toEqual({ tables, problems: [] });
  });

  it('every unreadable part of a room state is reported', () => {
    const state = {
      widgets: { a: null, '': 1, ok: 2 },
      other: {},
      pk_rank: [],
      calling_room: { k: nested(40) },
    };
    expect(readTables(state).problems).toEqual([
      'widgets/a has no valid value',
      'table widgets has a key that is empty or too long',
      'unknown table other',
      'table pk_rank is not an object',
      'calling_room/k has no valid value',
    ]);
    expect(readTables('text').problems).toEqual(['the state is not an object']);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { deeper: nested(depth - 1) };
}
