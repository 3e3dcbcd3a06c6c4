export interface QueueLimits {
  readonly itemsMax: number;
  /** Items differ in size: memory is bounded by what they weigh, not by how many there are. */
  readonly weightMax: number;
}

export interface BoundedQueue<Item> {
  push(item: Item, weight: number): void;
  take(most: number): Item[];
  readonly size: number;
  /** How many were given up for newer ones since the start. */
  readonly dropped: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly weight: number;
}

/** First in, first out; past its limits the oldest goes. Nothing here waits. */
export function boundedQueue<Item>(limits: QueueLimits): BoundedQueue<Item> {
  const entries = new Map<number, Entry<Item>>();
  let next = 0;
  let oldest = 0;
  let weight = 0;
  let dropped = 0;

  function shift(): Entry<Item> | undefined {
    const entry = entries.get(oldest);
    if (!entry) return undefined;
    entries.delete(oldest);
    oldest += 1;
    weight -= entry.weight;
    return entry;
  }

  return {
    push(item, itemWeight) {
      entries.set(next, { item, weight: itemWeight });
      next += 1;
      weight += itemWeight;
      while (entries.size > limits.itemsMax || weight > limits.weightMax) {
        if (!shift()) return;
        dropped += 1;
      }
    },
    take(most) {
      const taken: Item[] = [];
      while (taken.length < most) {
        const entry = shift();
        if (!entry) break;
        taken.push(entry.item);
      }
      return taken;
    },
    get size() {
      return entries.size;
    },
    get dropped() {
      return dropped;
    },
  };
}
