export type JsonValue = null | boolean | number | string | JsonList | JsonHash;
export type JsonList = readonly JsonValue[];
export type JsonHash = { readonly [field: string]: JsonValue };

/** Deeper values are refused, so that recursion over a value cannot exhaust the stack (RP-04). */
const MAX_VALUE_DEPTH = 32;

export function isJsonHash(value: unknown): value is JsonHash {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonList(value: unknown): value is JsonList {
  return Array.isArray(value);
}

/** Values come from JSON.parse, so only their depth needs a check. */
export function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && isWithinDepth(value, MAX_VALUE_DEPTH);
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((part) => isWithinDepth(part, depth - 1));
}

/** Equal as JSON; the order of an object's fields does not count. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isJsonList(a)) {
    return isJsonList(b) && a.length === b.length && a.every((item, i) => isSameJson(item, b[i]));
  }
  if (!isJsonHash(a) || !isJsonHash(b)) return false;
  const fields = Object.keys(a);
  return (
    fields.length === Object.keys(b).length &&
    fields.every((field) => Object.hasOwn(b, field) && isSameJson(a[field], b[field]))
  );
}

/** The value of a JSON text; undefined if it cannot be parsed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
