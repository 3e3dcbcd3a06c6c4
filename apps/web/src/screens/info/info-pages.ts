/** The pages of information that open as sheets over the start screen, by the value of `?page=`. They have no routes. */
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
