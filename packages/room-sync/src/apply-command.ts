import type { KeyCommand } from './commands.ts';
import { isJsonHash, isJsonList, type JsonHash, type JsonList, type JsonValue } from './json-value.ts';

type Before = JsonValue | undefined;
/** The new value, or the reason why the command is malformed for this value. */
type Outcome = { readonly value: Before } | string;

const WRONG_KIND = { hash: 'the value is not a hash', list: 'the value is not a list' } as const;
const OUTSIDE = 'the position is outside the list';

type Apply<Command> = (before: Before, command: Command) => Outcome;

const APPLY: { readonly [Name in KeyCommand['cmd']]: Apply<Extract<KeyCommand, { cmd: Name }>> } = {
  hash_set: (before, { fields }) => onHash(before, (hash) => ({ ...hash, ...fields })),
  hash_merge: (before, { fields }) => onHash(before, (hash) => mergePatch(hash, fields)),
  list_set: (_, { items }) => ({ value: items }),
  push_left: (before, { items }) => onList(before, (list) => [...items, ...list]),
  push_right: (before, { items }) => onList(before, (list) => [...list, ...items]),
  pop_left: (before, { count }) => onPresentList(before, (list) => withoutRange(list, 0, count)),
  pop_right: (before, { count }) =>
    onPresentList(before, (list) => withoutRange(list, list.length - count, list.length)),
  insert_at: (before, { position, items }) => onList(before, (list) => insertAt(list, position, items)),
  remove_range: (before, { from, to }) =>
    onPresentList(before, (list) => withoutRange(list, fromStart(list, from), fromStart(list, to) + 1)),
  set_index: (before, { position, value }) => setIndex(before, position, value),
};

/**
 * Applies a command to a value, by the table in section 3 of docs/room-protocol.md. A command without an effect returns the same
 * value.
 */
export function applyToValue(before: Before, command: KeyCommand): Outcome {
  return (APPLY[command.cmd] as Apply<KeyCommand>)(before, command);
}

function onHash(before: Before, change: (hash: JsonHash) => JsonHash): Outcome {
  if (before === undefined) return { value: change({}) };
  return isJsonHash(before) ? { value: change(before) } : WRONG_KIND.hash;
}

function onList(before: Before, change: (list: JsonList) => JsonList): Outcome {
  if (before === undefined) return { value: change([]) };
  return isJsonList(before) ? { value: change(before) } : WRONG_KIND.list;
}

function onPresentList(before: Before, change: (list: JsonList) => JsonList): Outcome {
  return before === undefined ? { value: before } : onList(before, change);
}

/**
 * JSON merge patch (RFC 7396). The result is built from entries, not by assignment, so that a field `__proto__` changes no
 * prototype.
 */
function mergePatch(target: JsonValue | undefined, patch: JsonHash): JsonHash {
  const merged = new Map(isJsonHash(target) ? Object.entries(target) : []);
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) merged.delete(field);
    else merged.set(field, isJsonHash(value) ? mergePatch(merged.get(field), value) : value);
  }
  return Object.fromEntries(merged);
}

/** A negative position counts from the end. */
function fromStart(list: JsonList, position: number): number {
  return position < 0 ? list.length + position : position;
}

function insertAt(list: JsonList, position: number, items: JsonList): JsonList {
  const at = Math.max(0, Math.min(list.length, fromStart(list, position)));
  return [...list.slice(0, at), ...items, ...list.slice(at)];
}

/** The list without the items from `start` up to, and not including, `end`. */
function withoutRange(list: JsonList, start: number, end: number): JsonList {
  const first = Math.max(0, start);
  if (first >= Math.min(end, list.length)) return list;
  return [...list.slice(0, first), ...list.slice(end)];
}

function setIndex(before: Before, position: number, value: JsonValue): Outcome {
  if (!isJsonList(before)) return before === undefined ? 'the key is absent' : WRONG_KIND.list;
  const at = fromStart(before, position);
  if (at < 0 || at >= before.length) return OUTSIDE;
  return { value: before.map((item, i) => (i === at ? value : item)) };
}
