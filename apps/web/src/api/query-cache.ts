import { waitForTurn } from '../browser/waits.ts';
import type { CallAnswer } from './call-answer.ts';

/** State of one query. The last value stays during a refetch and after a failed one. */
export interface QueryState<Value> {
  readonly value: Value | null;
  readonly problem: Exclude<CallAnswer<Value>, { kind: 'ok' }> | null;
}

export type Fetcher<Value> = () => Promise<CallAnswer<Value>>;

interface Entry {
  answer: QueryState<unknown>;
  asking: Promise<void> | null;
  answeredAtMs: number;
  readonly listeners: Set<() => void>;
}

export const EMPTY_QUERY: QueryState<never> = { value: null, problem: null };

const TRIES_MAX = 3;
const AGAIN_AFTER_MS = 1_000;

const entries = new Map<string, Entry>();
const forever = new AbortController().signal;

function entryOf(key: string): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made: Entry = { answer: EMPTY_QUERY, asking: null, answeredAtMs: 0, listeners: new Set() };
  entries.set(key, made);
  return made;
}

function settle(entry: Entry, answer: QueryState<unknown>): void {
  entry.answer = answer;
  entry.answeredAtMs = Date.now();
  for (const listener of entry.listeners) listener();
}

/** Retries failures twice. A refusal is final. */
async function askWithPatience<Value>(ask: Fetcher<Value>): Promise<CallAnswer<Value>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.kind !== 'failed' || tries >= TRIES_MAX) return answer;
    await waitForTurn(AGAIN_AFTER_MS * tries, forever);
  }
}

/** Fetches; a fetch of the same key that is under way is shared. */
export function refetch<Value>(key: string, ask: Fetcher<Value>): Promise<void> {
  const entry = entryOf(key);
  entry.asking ??= askAndSettle(entry, ask);
  return entry.asking;
}

async function askAndSettle<Value>(entry: Entry, ask: Fetcher<Value>): Promise<void> {
  const answer = await askWithPatience(ask);
  entry.asking = null;
  settle(
    entry,
    answer.kind === 'ok'
      ? { value: answer.value, problem: null }
      : { value: entry.answer.value, problem: answer },
  );
}

/** Resolves when no fetch of the key is under way. */
export async function whenSettled(key: string): Promise<void> {
  await entryOf(key).asking;
}

/** Fetches unless the last value is fresh; a failed fetch is never fresh. */
export function fetchIfStale<Value>(key: string, ask: Fetcher<Value>, freshMs: number): void {
  const { answer, answeredAtMs } = entryOf(key);
  const isFresh = answer.value !== null && answer.problem === null && Date.now() - answeredAtMs < freshMs;
  if (!isFresh) void refetch(key, ask);
}

export function queryState<Value>(key: string): QueryState<Value> {
  return entryOf(key).answer as QueryState<Value>;
}

/** Sets a value that was learnt without this query. */
export function setData(key: string, value: unknown): void {
  settle(entryOf(key), { value, problem: null });
}

export function subscribeToQuery(key: string, onChange: () => void): () => void {
  const { listeners } = entryOf(key);
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
