export type Json = Readonly<Record<string, unknown>>;

export function recordIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function textIn(record: Json, name: string): string | null {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function integerIn(record: Json, name: string): number | null {
  const value = record[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
