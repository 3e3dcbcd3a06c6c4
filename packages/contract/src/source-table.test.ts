import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS, type AnyEndpoint } from './all-endpoints.ts';
import { schemaOf } from './openapi.ts';
import {
  DOOR_FIELDS,
  NOT_YET,
  OUR_OWN,
  POST_TOO,
  SOURCE_INNER_FIELDS,
  SOURCE_TABLE,
} from './test/source-table.ts';

const doors = new Map<string, AnyEndpoint>(
  ALL_ENDPOINTS.flatMap((call) => call.methods.map((method) => [`${method} ${call.path}`, call] as const)),
);

function fieldsOf(row: string): readonly string[] {
  const call = doors.get(row);
  if (!call) return [];
  const file = call.filePart === undefined ? [] : [call.filePart];
  return [...Object.keys(schemaOf(call.request).properties ?? {}), ...file, ...DOOR_FIELDS];
}

/** Missing parts of a row: the row itself, or `row#field`. */
function gapsOf([row, fields]: (typeof SOURCE_TABLE)[number]): string[] {
  if (!doors.has(row)) return [row];
  const known = fieldsOf(row);
  return fields.filter((field) => !known.includes(field)).map((field) => `${row}#${field}`);
}

describe.each(SOURCE_TABLE)('%s', (row, fields) => {
  const isListed = NOT_YET.some((gap) => gap === row || gap.startsWith(`${row}#`));
  it(
    isListed
      ? 'the call lacks only parts that are listed as missing'
      : '[NET-07] the call exists with the source table’s method, path and fields',
    () => {
      expect(gapsOf([row, fields]).filter((gap) => !NOT_YET.includes(gap))).toEqual([]);
    },
  );
});

it('[NET-07] the contract’s list of missing calls and fields contains no call or field that the contract has', () => {
  const gaps = SOURCE_TABLE.flatMap(gapsOf);
  expect(NOT_YET.filter((listed) => !gaps.includes(listed))).toEqual([]);
});

it.each(SOURCE_INNER_FIELDS)(
  '[NET-05] in the call %s, each entry of the list %s has the inner fields that the specification names',
  (row, field, inner) => {
    const call = doors.get(row);
    if (!call) throw new Error(`${row} is missing`);
    const text = JSON.stringify(schemaOf(call.request).properties?.[field]);
    for (const name of inner) expect(text).toContain(`"${name}":`);
  },
);

it.each(POST_TOO)('[NET-07] the call %s accepts POST, or is listed as missing', (path) => {
  const call = ALL_ENDPOINTS.find((one) => one.path === path);
  if (call) expect(call.methods).toContain('POST');
  else expect(NOT_YET.some((gap) => gap.endsWith(` ${path}`))).toBe(true);
});

it('[NET-07] every call of the contract is in the specification’s table or listed as our own', () => {
  const rows = SOURCE_TABLE.map(([row]) => row);
  const strangers = ALL_ENDPOINTS.filter(
    ({ methods, path }) => !methods.some((method) => rows.includes(`${method} ${path}`)),
  );
  expect(strangers.map(({ name }) => name).toSorted()).toEqual([...OUR_OWN].toSorted());
});

it('[NET-07] each call’s first method is the method that the specification’s table names', () => {
  for (const call of ALL_ENDPOINTS) {
    const rows = SOURCE_TABLE.map(([row]) => row).filter((row) => row.endsWith(` ${call.path}`));
    if (rows.length > 0) expect(rows).toContain(`${call.methods[0]} ${call.path}`);
  }
});
