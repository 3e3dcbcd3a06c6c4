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

/**
 * Stages run in order; the lanes of a stage run at the same time, the attacks of a lane in order. The slow senders measure how
 * long a visitor waits and must fill nginx's connections within seconds, so only an attack that mostly sleeps runs beside them.
 * The logs are searched last, for every secret that the other attacks have sent.
 */
export const STAGES: readonly (readonly (readonly Attack[])[])[] = [
  [[slowSenders], [contentPolicy]],
  [
    [smuggling, traversal, hosts, securityHeaders, plantedCookies],
    [neighboursCookies, openRedirects, transferRedirects, poisonedStorage],
  ],
  [[loggedSecrets]],
];
