import type { Attack } from './attack-kind.ts';
import { contentPolicy } from './kinds/content-policy.ts';
import { hosts } from './kinds/hosts.ts';
import { loggedSecrets } from './kinds/logged-secrets.ts';
import { openRedirects, transferRedirects } from './kinds/open-redirects.ts';
import { neighboursCookies, plantedCookies } from './kinds/planted-cookies.ts';
import { poisonedStorage } from './kinds/poisoned-storage.ts';
import { securityHeaders } from './kinds/security-headers.ts';
import { slowSenders } from './kinds/slow-senders.ts';
import { smuggling } from './kinds/smuggling.ts';
import { traversal } from './kinds/traversal.ts';

/** The search of the logs comes last: it finds what all the others have sent. */
export const ATTACKS: readonly Attack[] = [
  smuggling,
  traversal,
  hosts,
  securityHeaders,
  plantedCookies,
  neighboursCookies,
  contentPolicy,
  openRedirects,
  transferRedirects,
  poisonedStorage,
  slowSenders,
  loggedSecrets,
];
