/** Where a requirement must be proven: on the site, on the server, on both, or on one of them. */
export const SIDES_OF_GROUP = {
  web: ['web'],
  api: ['api'],
  both: ['web', 'api'],
  either: ['either'],
} as const;

export type Side = (typeof SIDES_OF_GROUP)[keyof typeof SIDES_OF_GROUP][number];

/** The sides each requirement needs, in the order of the document. */
export type NeededSides = ReadonlyMap<string, readonly Side[]>;

// The first matching folder counts. A test of the domain does not prove that the site or the server uses the rule. The sandbox
// stands in for other companies, so its tests prove nothing about the shop.
const SHOWN_UNDER: readonly (readonly [folder: string, sides: readonly Side[]])[] = [
  ['apps/web/', ['web', 'either']],
  ['apps/api/', ['api', 'either']],
  ['apps/rooms/', ['api', 'either']],
  ['packages/contract/', ['api', 'either']],
  ['packages/', ['either']],
  ['e2e/', ['web', 'api', 'either']],
];

/** The sides that a test in this file can prove. */
export function sidesShownBy(file: string): readonly Side[] {
  return SHOWN_UNDER.find(([folder]) => file.startsWith(folder))?.[1] ?? [];
}
