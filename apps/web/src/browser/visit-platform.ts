import type { LinkLocation } from './url-parameters.ts';
import { visitParameter } from './visit-parameter.ts';

const platform = visitParameter('platform', 'platform');

/** The phone says what it is in the link that opens the site; a reload further on still knows. */
export function visitPlatform(location: LinkLocation): string {
  return platform(location) ?? '';
}
