import type { IncomingHttpHeaders } from 'node:http';
import type { BackupDomains, CallName } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { callOf } from './call-of.ts';

/**
 * Where a request comes from, as its browser reports it:
 * - `page`: a script in a page of ours;
 * - `navigation`: the browser opens the address itself: typed, bookmarked, a link in another program or in a page of ours;
 * - `cross-site`: a page of another site, by fetch, form or link;
 * - `unknown`: not reported: native programs, servers, the host app's own calls.
 * Chrome 76, Firefox 90 and Safari 16.4 send `Sec-Fetch-Site` over https. Older ones send `Origin` with every POST
 * (Firefox: since 70) and `Referer` with most GETs. Another site can still cause an unreported GET without a referrer: as a
 * link it accepts XHTML, which no script does, and counts as a navigation; as an image or a frame it has no cookie, because
 * the cookie is Lax. Browsers without SameSite (Safari before 13, Firefox before 60) are not protected, and are too old to
 * run the site.
 */
export type RequestOrigin = 'page' | 'navigation' | 'cross-site' | 'unknown';

/**
 * Whether a request of this origin may change anything. Our pages call by script and never navigate to a call, so a
 * navigation comes from another site or from a person who typed the address.
 */
export const MAY_MUTATE = {
  page: true,
  unknown: true,
  navigation: false,
  'cross-site': false,
} as const satisfies Record<RequestOrigin, boolean>;

/** Whether an origin is one of our sites, if the request was sent to this host. */
export type IsOurs = (origin: string, host: string) => boolean;

/**
 * Ours are the requested host, the site's own host and its backup hosts. An http page is not ours where the site is
 * https; an https page of the requested host always is, even if the site is configured as http.
 */
export function ourOrigins(siteUrl: string, backupDomains: BackupDomains): IsOurs {
  const { origin: site, protocol } = new URL(siteUrl);
  const backups = Object.entries(backupDomains).flat(2);
  const ours = new Set([site, ...backups.map((host) => `${protocol}//${host}`)]);
  return (origin, host) =>
    ours.has(origin) || (host !== '' && [`${protocol}//${host}`, `https://${host}`].includes(origin));
}

type Judge = (origin: string | undefined) => boolean;

/**
 * The origin, from browsers that send no `Sec-Fetch-Site`. The text `null` comes from a page that hides its origin, and
 * counts as another site.
 */
function originOf({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.parse(referer)?.origin ?? 'null';
}

function byOrigin(headers: IncomingHttpHeaders, isOurs: Judge): RequestOrigin {
  const origin = originOf(headers);
  if (origin === undefined) return 'unknown';
  return isOurs(origin) ? 'page' : 'cross-site';
}

/** A host of the same registrable domain may belong to anybody: it is trusted only if it is one of our configured hosts. */
function bySite(site: unknown, { origin }: IncomingHttpHeaders, isOurs: Judge): RequestOrigin {
  if (site === 'same-origin') return 'page';
  if (site === 'none') return 'unknown';
  return site === 'same-site' && isOurs(origin) ? 'page' : 'cross-site';
}

function isNavigation({ 'sec-fetch-mode': mode, accept }: IncomingHttpHeaders): boolean {
  return mode === undefined ? (accept?.includes('application/xhtml+xml') ?? false) : mode === 'navigate';
}

export function requestOrigin(headers: IncomingHttpHeaders, host: string, isOurs: IsOurs): RequestOrigin {
  const isOurPage: Judge = (origin) => origin !== undefined && isOurs(origin, host);
  const site = headers['sec-fetch-site'];
  const from = site === undefined ? byOrigin(headers, isOurPage) : bySite(site, headers, isOurPage);
  return from !== 'cross-site' && isNavigation(headers) ? 'navigation' : from;
}

/**
 * Calls that a page of one of our hosts may make to another of our hosts: a probe, and a challenge to sign. Neither
 * identifies the caller.
 */
const OPEN: ReadonlySet<CallName> = new Set([
  'probeHost',
  'probeHostOfApp',
  'askHandOver',
  'askBrowserHandOver',
]);

/** CORS without credentials: no cookie is sent with these calls or set by their answers. */
export function openToOurHosts(server: FastifyInstance, isOurOrigin: (origin: string) => boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call === null || !OPEN.has(call)) return;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin !== undefined && isOurOrigin(origin)) reply.header('access-control-allow-origin', origin);
  });
}
