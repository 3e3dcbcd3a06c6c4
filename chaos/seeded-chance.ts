/** Returns the next random number in [0, 1). */
export type Chance = () => number;

/** A small linear generator with a mixed output: the same seed gives the same run on any machine. */
export function seededChance(seed: number): Chance {
  let state = BigInt(seed) * 2n + 1n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    const mixed = (state ^ (state >> 29n)) >> 11n;
    return Number(mixed & 0xffff_ffffn) / 2 ** 32;
  };
}

export function wholeBetween(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1));
}

export function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Picks an item; the larger its weight, the more often. */
export function pickWeighted<Item>(
  chance: Chance,
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Item {
  let left = chance() * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return pick(chance, items);
}

export function shuffled<Item>(chance: Chance, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
