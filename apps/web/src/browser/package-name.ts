const PACKAGE_NAMES = ['kanka', 'are', 'ludo', 'okey'] as const;

/** The app that this site belongs to, found as a whole word in the page's address: "compare" does not contain "are". */
export function packageName(pageUrl: string, otherwise: string): string {
  const words = pageUrl.toLowerCase().split(/[^a-z0-9]+/);
  return PACKAGE_NAMES.find((name) => words.includes(name)) ?? otherwise;
}
