/** JSON nests no deeper in any call of ours; deeper is an attempt to tire a parser, or to hide something from the tripwire. */
const DEPTH_MAX = 8;
/** The largest list of a call is a batch of telemetry. */
const ITEMS_MAX = 1_000;
/** APP-05's number; parameters past it are dropped. */
const PARAMETERS_MAX = 1_000;

/** True when every level of it is within bounds. */
export function isWithinBounds(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (depth > DEPTH_MAX) return false;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.length <= ITEMS_MAX && items.every((item) => isWithinBounds(item, depth + 1));
}

/** A query string or a form. Of a name that comes twice the last counts, and a name of the language's own is a plain name. */
export function readParameters(text: string): Record<string, string> {
  if (text === '') return {};
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > PARAMETERS_MAX) break;
    parameters[name] = value;
  }
  return { ...parameters };
}
