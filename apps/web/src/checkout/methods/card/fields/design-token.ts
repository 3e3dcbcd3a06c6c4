/** One of our colours or sizes as it is now, whichever theme is on: a provider's frame knows no variables of ours. */
export function designToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
