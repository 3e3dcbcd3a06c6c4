import { PERFORMANCE_CHUNKS_MAX, PERFORMANCE_CHUNK_CHARACTERS, PERFORMANCE_ENTRIES_MAX } from '../limits.ts';

/** A report too long for one event, cut into events. What is past the limits is left out: it is only telemetry. */
export function performanceChunks(entries: readonly unknown[]): readonly string[] {
  const text = JSON.stringify(entries.slice(0, PERFORMANCE_ENTRIES_MAX));
  const chunks: string[] = [];
  for (let from = 0; from < text.length && chunks.length < PERFORMANCE_CHUNKS_MAX;)
    chunks.push(text.slice(from, (from += PERFORMANCE_CHUNK_CHARACTERS)));
  return chunks;
}
