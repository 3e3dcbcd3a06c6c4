import type { Place } from './edge-places.ts';

/** The place a decoded path belongs to, as nginx would find it. */
export function findPlace(places: readonly Place[], path: string): Place {
  const beginnings = places.filter(({ match }) => match.kind === 'beginning' && path.startsWith(match.path));
  const found =
    places.find(({ match }) => match.kind === 'exact' && match.path === path) ??
    beginnings.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0] ??
    places.find(({ match }) => match.kind === 'pattern' && new RegExp(match.pattern).test(path)) ??
    places.find(({ match }) => match.kind === 'rest');
  if (found === undefined) throw new Error('the table of places has no rest');
  return found;
}

function lengthOf({ match }: Place): number {
  return match.kind === 'beginning' ? match.path.length : 0;
}
