/** The sheets over the start screen, by the value of `?page=`. They have no routes of their own. */
export const INFO_PAGES = [
  'about',
  'contact',
  'privacy',
  'agreement',
  'refunds',
  'games',
  'orders',
  'notice',
  'my-data',
] as const;

export type InfoPage = (typeof INFO_PAGES)[number];

export function infoPageOf(value: string | null): InfoPage | null {
  return INFO_PAGES.find((page) => page === value) ?? null;
}
