import type { AccountSource } from '../account/account.ts';

/** The facts about each of the two apps for which the site can be built. */
export interface Flavor {
  /** The number that names this flavor in the build setting. */
  readonly number: 1 | 2;
  /** The app whose accounts can be recharged; its code is the `source` of every request. */
  readonly source: AccountSource;
  /** The package name that the site sends to the server, if the site's address names no app. */
  readonly packageName: string;
}

export const FLAVORS = {
  are: { number: 1, source: 'social', packageName: 'ksa' },
  ludo: { number: 2, source: 'ludo', packageName: 'ludo' },
} as const satisfies Record<string, Flavor>;

export type FlavorName = keyof typeof FLAVORS;

/** The flavor that a build setting names, by name or number; null for other text. */
export function flavorNamed(setting: string): FlavorName | null {
  const names = Object.keys(FLAVORS) as FlavorName[];
  return names.find((name) => name === setting || String(FLAVORS[name].number) === setting) ?? null;
}
