/** The ids that somebody has learned within a time, and how many that may be. */
export interface Shelf {
  readonly key: string;
  readonly windowMs: number;
  readonly most: number;
}

export interface LookupMemory {
  /** As the script in Redis does it: all or nothing. 0, or the milliseconds to wait. */
  learn(shelves: readonly Shelf[], ids: readonly string[], nowMs: number): number;
}

/** While Redis is away each instance counts alone, so each gives out less. */
const ALONE_FACTOR = 0.5;
/** The shelf used longest ago is dropped first; whoever asks on keeps theirs. */
const SHELVES_MAX = 5_000;

/** Ids by when they were learned, the oldest first. */
type Learned = Map<string, number>;

function dropOld(learned: Learned, beforeMs: number): void {
  for (const [id, atMs] of learned) {
    if (atMs > beforeMs) break;
    learned.delete(id);
  }
}

export function lookupMemory(): LookupMemory {
  const shelves = new Map<string, Learned>();

  /** Taken out and put in again: the shelf used last stands last. */
  function take(key: string): Learned {
    const learned = shelves.get(key) ?? new Map<string, number>();
    shelves.delete(key);
    shelves.set(key, learned);
    for (const oldest of shelves.keys()) {
      if (shelves.size <= SHELVES_MAX) break;
      shelves.delete(oldest);
    }
    return learned;
  }

  return {
    learn(asked, ids, nowMs) {
      const taken = asked.map((shelf) => ({ ...shelf, learned: take(shelf.key) }));
      let waitMs = 0;
      for (const { learned, windowMs, most } of taken) {
        dropOld(learned, nowMs - windowMs);
        const fresh = ids.filter((id) => !learned.has(id)).length;
        if (fresh === 0 || learned.size + fresh <= most * ALONE_FACTOR) continue;
        const [oldestMs = nowMs] = learned.values();
        waitMs = Math.max(waitMs, oldestMs + windowMs - nowMs);
      }
      if (waitMs > 0) return waitMs;
      for (const { learned } of taken) for (const id of ids) if (!learned.has(id)) learned.set(id, nowMs);
      return 0;
    },
  };
}
