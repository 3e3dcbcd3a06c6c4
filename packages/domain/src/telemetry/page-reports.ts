import { PERFORMANCE_CHUNK_CHARACTERS, PERFORMANCE_CHUNKS_MAX, PERFORMANCE_ENTRIES_MAX } from '../limits.ts';

/**
 * A performance report is too long for one telemetry event, so it is split into several. Anything beyond the limits is dropped.
 */
export function performanceChunks(entries: readonly unknown[]): readonly string[] {
  const text = JSON.stringify(entries.slice(0, PERFORMANCE_ENTRIES_MAX));
  const chunks: string[] = [];
  for (let from = 0; from < text.length && chunks.length < PERFORMANCE_CHUNKS_MAX;)
    chunks.push(text.slice(from, (from += PERFORMANCE_CHUNK_CHARACTERS)));
  return chunks;
}

/** A resource that the page's content security policy blocked, as the browser reports it. */
export interface PolicyViolation {
  /** The address of the page. */
  readonly page: string;
  /** An address, or a keyword such as `inline` or `eval`. */
  readonly blocked: string;
  /** The rule that was violated: `script-src-elem`. */
  readonly directive: string;
  /** The script that caused it. */
  readonly source: string;
  readonly line: number | null;
}

const CHARACTERS_MAX = 200;

/** Removes query and hash, which may contain a session, and the content of data addresses. */
function withoutQuery(address: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  const bare = address.split(/[?#]/, 1)[0] ?? '';
  return scheme === undefined || /^https?$/.test(scheme) ? bare : `${scheme}:`;
}

/** Shortened for storage, without the parameters of addresses. */
export function trimViolation({ page, blocked, directive, source, line }: PolicyViolation): PolicyViolation {
  const trimAddress = (address: string): string => withoutQuery(address).slice(0, CHARACTERS_MAX);
  return {
    page: trimAddress(page),
    blocked: trimAddress(blocked),
    // Old browsers send the whole rule with its origins.
    directive: (directive.trim().split(/\s/, 1)[0] ?? '').slice(0, CHARACTERS_MAX),
    source: trimAddress(source),
    line,
  };
}
