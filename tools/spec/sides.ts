/** Where a statement must be shown to hold: on the site, on the server, on each of them, or anywhere at all. */
export const SIDES_OF_GROUP = {
  web: ['web'],
  api: ['api'],
  both: ['web', 'api'],
  either: ['either'],
} as const;

export type Side = (typeof SIDES_OF_GROUP)[keyof typeof SIDES_OF_GROUP][number];

/** Which sides each requirement needs, in the order of the document. */
export type NeededSides = ReadonlyMap<string, readonly Side[]>;

// The first that fits. A rule of the domain is used by both sides and shows neither of them using it;
// the sandbox plays the outside world and shows nothing of ours.
const SHOWN_UNDER: readonly (readonly [folder: string, sides: readonly Side[]])[] = [
  ['apps/web/', ['web', 'either']],
  ['apps/api/', ['api', 'either']],
  ['apps/rooms/', ['api', 'either']],
  ['packages/contract/', ['api', 'either']],
  ['packages/', ['either']],
  ['e2e/', ['web', 'api', 'either']],
];

/** Which sides a test in this file can speak for. */
export function sidesShownBy(file: string): readonly Side[] {
  return SHOWN_UNDER.find(([folder]) => file.startsWith(folder))?.[1] ?? [];
}
