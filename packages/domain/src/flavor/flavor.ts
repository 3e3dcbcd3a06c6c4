import type { AccountSource } from '../account/account.ts';

/** The site is built for one of two apps. */
export interface Flavor {
  /** The number of the build setting. */
  readonly number: 1 | 2;
  /** The app whose accounts can be recharged; its code is the `source` of every request. */
  readonly source: AccountSource;
  /** The site's package name towards the server, if its address names no app. */
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
