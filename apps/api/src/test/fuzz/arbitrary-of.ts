import fc from 'fast-check';

/**
 * The parts of a valibot schema that are read here. For a schema of an unknown kind any JSON is sent, so that a new
 * kind is tested too.
 */
interface Shape {
  readonly kind?: string;
  readonly type?: string;
  readonly pipe?: readonly Shape[];
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly value?: unknown;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly requirement?: unknown;
}

/** Meaningful values by field name: ids of existing things, both the attacker's and other people's. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

const ANY_JSON = fc.jsonValue({ maxDepth: 2 });

function firstOf(actions: readonly Shape[], type: string): unknown {
  return actions.find((action) => action.type === type)?.requirement;
}

/**
 * Shortens long repetitions in a pattern, because generating a long text is slower than sending it. The list of hostile
 * values has long texts.
 */
function shortened(source: string): string {
  return source.replaceAll(
    /\{(\d+),(\d{3,})\}/g,
    (_all, least: string) => `{${least},${Number(least) + 40}}`,
  );
}

function textOf(actions: readonly Shape[]): fc.Arbitrary<string> {
  const pattern = firstOf(actions, 'regex');
  // Texts for patterns with Unicode classes are slow to generate, so any text is used; most of them fit.
  if (pattern instanceof RegExp && !/\\p\{/i.test(pattern.source)) {
    // fast-check does not accept these flags. Without them the generated texts differ only in the case of letters.
    return fc.stringMatching(new RegExp(shortened(pattern.source), pattern.flags.replaceAll(/[giy]/g, '')), {
      maxLength: 200,
    });
  }
  const maxLength = Number(firstOf(actions, 'max_length') ?? 100);
  const minLength = Number(firstOf(actions, 'min_length') ?? 0);
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, 200) }),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }),
  );
}

function numberOf(actions: readonly Shape[]): fc.Arbitrary<number> {
  const min = Number(firstOf(actions, 'min_value') ?? 0);
  const max = Number(firstOf(actions, 'max_value') ?? Number.MAX_SAFE_INTEGER);
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 5_000) }), fc.integer({ min, max }));
}

function objectOf(entries: Readonly<Record<string, Shape>>, pools: Pools): fc.Arbitrary<unknown> {
  const names = Object.keys(entries);
  const optional = names.filter((name) => entries[name]?.type === 'optional');
  const arbitraries = Object.fromEntries(
    names.map((name) => [name, fieldOf(name, entries[name] ?? {}, pools)] as const),
  );
  return fc
    .record(arbitraries, { requiredKeys: names.filter((name) => !optional.includes(name)) })
    .map((wire) => ({ ...wire }));
}

function fieldOf(name: string, shape: Shape, pools: Pools): fc.Arbitrary<unknown> {
  const pool = pools[name];
  const made = arbitraryOf(shape, pools);
  if (!pool || pool.length === 0) return made;
  return fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: made });
}

function baseOf(shape: Shape, actions: readonly Shape[], pools: Pools): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case 'string':
      return textOf(actions);
    case 'number':
      return numberOf(actions);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(shape.literal);
    case 'picklist':
      return fc.constantFrom(...(shape.options ?? [null]));
    case 'union':
      return fc.oneof(...(shape.options ?? []).map((option) => arbitraryOf(option as Shape, pools)));
    case 'optional':
    case 'nullable':
    case 'nullish':
      return arbitraryOf(shape.wrapped ?? {}, pools);
    case 'array':
      return fc.array(arbitraryOf(shape.item ?? {}, pools), {
        maxLength: 5,
        minLength: Number(firstOf(actions, 'min_length') ?? 0),
      });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 20 }), arbitraryOf((shape.value ?? {}) as Shape, pools), {
        maxKeys: 4,
      });
    case 'object':
      return objectOf(shape.entries ?? {}, pools);
    default:
      return fc.oneof(fc.dictionary(fc.string({ maxLength: 12 }), ANY_JSON, { maxKeys: 4 }), ANY_JSON);
  }
}

/** The parts of a pipe as one list, also if its first part is a pipe itself. */
function flat(shape: Shape): readonly Shape[] {
  const [first, ...rest] = shape.pipe ?? [];
  return first === undefined ? [shape] : [...flat(first), ...rest];
}

/**
 * Generates values that fit a schema, or nearly do. Rules that are functions cannot be read; for such fields the pools
 * have values that fit.
 */
export function arbitraryOf(shape: Shape, pools: Pools): fc.Arbitrary<unknown> {
  const [base = shape, ...actions] = flat(shape);
  const json = actions.findIndex(({ type }) => type === 'parse_json');
  if (json !== -1) {
    const inner = actions.slice(json + 1).find(({ kind }) => kind === 'schema');
    return (inner ? arbitraryOf(inner, pools) : ANY_JSON).map((value) => JSON.stringify(value) ?? 'null');
  }
  return baseOf(base, actions, pools);
}
