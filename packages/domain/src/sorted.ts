/**
 * A sorted copy. The oldest browsers we support (Chrome 99, Safari 15.4) have no `toSorted`; `npm run check` forbids it in
 * browser code.
 */
export function sorted<Item>(items: Iterable<Item>, compare?: (one: Item, other: Item) => number): Item[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- the copy is ours
  return [...items].sort(compare);
}
