import fc from 'fast-check';

/** Values that have broken other servers. */
export const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  "' or 1=1 --",
  '"; drop table orders; --',
  '$1',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>1</script>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '{"a":',
  '٠١٢٣٤٥٦٧٨٩',
  '-1',
  '0',
  '1e999',
  '9223372036854775808',
  '99999999999999999999999999',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  'x'.repeat(5_000),
  '🙂'.repeat(300),
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.7e308,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 53) - 2,
  [],
  {},
  [null],
  [[[[[[[[[[]]]]]]]]]],
  { toString: 1 },
  { __proto__: null, length: 1e9 },
  { $gt: '' },
  Array.from({ length: 200 }, () => 0),
];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const hostileText: fc.Arbitrary<string> = hostileValue.map((value) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
);

type Mutation =
  | { readonly kind: 'drop'; readonly at: number }
  | { readonly kind: 'replace'; readonly at: number; readonly by: unknown }
  | { readonly kind: 'wrap'; readonly at: number }
  | { readonly kind: 'add'; readonly name: string; readonly by: unknown };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(20), by: hostileValue }),
  fc.record({ kind: fc.constant('wrap' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('add' as const), name: hostileText, by: hostileValue }),
);

function applied(wire: Record<string, unknown>, change: Mutation): Record<string, unknown> {
  if (change.kind === 'add') return { ...wire, [change.name]: change.by };
  const names = Object.keys(wire);
  const name = names[change.at % Math.max(1, names.length)];
  if (name === undefined) return wire;
  const { [name]: value, ...rest } = wire;
  if (change.kind === 'drop') return rest;
  return { ...rest, [name]: change.kind === 'wrap' ? [value] : change.by };
}

/** Changes one to three fields of a valid value. */
export function nearlyValid(
  valid: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([wire, changes]) => changes.reduce(applied, wire));
}
