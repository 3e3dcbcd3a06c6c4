const PACKAGE_NAMES = ['kanka', 'are', 'ludo', 'okey'] as const;

/** The app whose site this is, by the page's address. Whole words only: "compare" is not "are". */
export function packageName(pageUrl: string, otherwise: string): string {
  const words = pageUrl.toLowerCase().split(/[^a-z0-9]+/);
  return PACKAGE_NAMES.find((name) => words.includes(name)) ?? otherwise;
}
