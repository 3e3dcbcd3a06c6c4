/** `URL.parse` and `URL.canParse` are younger than the oldest browsers that come here. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
