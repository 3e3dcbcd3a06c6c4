import type { DisplayId } from './display-id.ts';

/** How many digits two texts share from the front. */
function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Of two texts of one length that first differ at `at`: is what follows the same once the two neighbours trade places? */
function isSwappedAt(at: number, typed: string, saved: string): boolean {
  return (
    typed[at] === saved[at + 1] && typed[at + 1] === saved[at] && typed.slice(at + 2) === saved.slice(at + 2)
  );
}

/** True for one digit changed, two neighbours swapped, one digit missing, or one too many: the slips of a finger. */
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
 * The saved id somebody may have meant, to be asked and never put in its place. Nobody is asked about an id that is saved
 * itself. Of several the first counts, and the list stands newest first.
 */
export function savedMeant(typed: DisplayId, savedIds: readonly DisplayId[]): DisplayId | null {
  if (savedIds.includes(typed)) return null;
  return savedIds.find((saved) => isOneSlip(typed, saved)) ?? null;
}
