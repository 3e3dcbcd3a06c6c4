/** Every build has an address of its own, so that what was begun with its code ends with its code. */
export const buildPath = (build: string): string => `/b/${build}`;

export function buildAddress(base: string, build: string): string {
  return `${base.endsWith('/') ? base.slice(0, -1) : base}${buildPath(build)}`;
}
