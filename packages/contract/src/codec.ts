import * as v from 'valibot';

/** Both directions of one shape: what comes off the wire is parsed into our words, what goes on it is written from them. */
export interface Codec<Ours> {
  readonly schema: v.GenericSchema<unknown, Ours>;
  readonly write: (ours: Ours) => WireObject;
}

export type WireValue = string | number | boolean | null | readonly WireValue[] | WireObject;
export interface WireObject {
  readonly [name: string]: WireValue | undefined;
}

export function codec<Wire, Ours>(
  schema: v.GenericSchema<Wire, Ours>,
  write: (ours: Ours) => Wire & WireObject,
): Codec<Ours> {
  return { schema, write };
}

export type Parsed<Ours> =
  | { readonly kind: 'parsed'; readonly value: Ours }
  | { readonly kind: 'malformed'; readonly where: string };

/** Never repeats the value that was wrong: it may be a secret. */
export function parse<Ours>(shape: Pick<Codec<Ours>, 'schema'>, wire: unknown): Parsed<Ours> {
  const result = v.safeParse(shape.schema, wire, { abortEarly: true });
  if (result.success) return { kind: 'parsed', value: result.output };
  return { kind: 'malformed', where: v.getDotPath(result.issues[0]) ?? 'request' };
}
