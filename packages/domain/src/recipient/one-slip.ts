import type { DisplayId } from './display-id.ts';

/** The number of leading digits that two texts share. */
function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** For two texts of one length that first differ at `at`: whether they are equal after swapping two neighbours. */
function isSwappedAt(at: number, typed: string, saved: string): boolean {
  return (
    typed[at] === saved[at + 1] && typed[at + 1] === saved[at] && typed.slice(at + 2) === saved.slice(at + 2)
  );
}

/** True for one changed digit, two swapped neighbours, a missing digit or an extra one. */
export function isOneSlip(typed: DisplayId, saved: DisplayId): boolean {
  if (typed === saved) return false;
  const at = sharedStart(typed, saved);
  switch (typed.length - saved.length) {
    case 0:
      return typed.slice(at + 1) === saved.slice(at + 1) || isSwappedAt(at, typed, saved);
    case 1:
      return typed.slice(at + 1) === saved.slice(at);
    case -1:
      return typed.slice(at) === saved.slice(at + 1);
    default:
      return false;
  }
}

/**
 * The saved id that was probably meant. The page asks about it and never replaces the typed id. Null if the typed id is
 * itself saved. The newest match counts.
 */
export function savedMeant(typed: DisplayId, savedIds: readonly DisplayId[]): DisplayId | null {
  if (savedIds.includes(typed)) return null;
  return savedIds.find((saved) => isOneSlip(typed, saved)) ?? null;
}
