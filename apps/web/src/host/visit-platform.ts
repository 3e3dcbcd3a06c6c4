import { stored } from './stored.ts';
import { readUrlParameters } from './url-parameters.ts';

/** For the visit only: the next one may come from another phone's link. */
const kept = stored<string>(
  {
    key: 'platform',
    parse: (json) => (typeof json === 'string' ? json : null),
    format: (platform) => platform,
  },
  () => globalThis.sessionStorage ?? null,
);

/** The phone says what it is in the link that opens the site; a reload further on still knows. */
export function visitPlatform(location: { readonly search: string; readonly hash: string }): string {
  const { platform } = readUrlParameters(location);
  if (platform === undefined || platform === null) return kept.read() ?? '';
  kept.write(platform);
  return platform;
}
