import type { IncomingHttpHeaders } from 'node:http';
import type { BackupDomains, CallName } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { callOf } from './call-of.ts';

/**
 * Where a request comes from, as far as its browser says:
 * - `page`: a script in a page of ours;
 * - `navigation`: a browser on its way to the address itself: typed, kept, pressed in another program, or in a page of ours;
 * - `cross-site`: a page that is not ours, whether it fetches, sends a form or links here;
 * - `unknown`: the request does not say. Native programs, servers, the host app's own calls.
 *
 * Chrome 76, Firefox 90 and Safari 16.4 say `Sec-Fetch-Site` of every request over https. Before them `Origin` comes with
 * every POST (Firefox: since 70) and `Referer` with most GETs. What another page's browser can still leave unsaid is a GET
 * without a referrer: as a link it asks for XHTML, which no script and no program of ours does, and is a navigation; as an
 * image or a frame it brings no cookie, because the cookie is Lax. Browsers that do not know SameSite (Safari before 13,
 * Firefox before 60) are not protected from those, and are too old to run the site.
 */
export type RequestOrigin = 'page' | 'navigation' | 'cross-site' | 'unknown';

/** Our pages call by script and never navigate to a call: whoever does was led there, or looks around. */
export const MAY_MUTATE = {
  page: true,
  unknown: true,
  navigation: false,
  'cross-site': false,
} as const satisfies Record<RequestOrigin, boolean>;

/** Whether an origin is one of our sites, for a request to this host. */
export type IsOurs = (origin: string, host: string) => boolean;

/**
 * The host that is asked, the site's own, and those that stand in for it. An http page is not ours where the site is https; an https page
 * of the host that is asked always is, also where the site was told to be http.
 */
export function ourOrigins(siteUrl: string, backupDomains: BackupDomains): IsOurs {
  const { origin: site, protocol } = new URL(siteUrl);
  const backups = Object.entries(backupDomains).flat(2);
  const ours = new Set([site, ...backups.map((host) => `${protocol}//${host}`)]);
  return (origin, host) =>
    ours.has(origin) || (host !== '' && [`${protocol}//${host}`, `https://${host}`].includes(origin));
}

type Judge = (origin: string | undefined) => boolean;

/** The page a browser without `Sec-Fetch-Site` names. `null` is a page that hides who it is, and an origin like any other. */
function originOf({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.parse(referer)?.origin ?? 'null';
}

function byOrigin(headers: IncomingHttpHeaders, isOurs: Judge): RequestOrigin {
  const origin = originOf(headers);
  if (origin === undefined) return 'unknown';
  return isOurs(origin) ? 'page' : 'cross-site';
}

/** A neighbour under the same registrable domain may be anybody's: it is believed when it is one of ours. */
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
 * Calls that a page of one of our hosts may make to another host: whether it is there, and for a challenge to sign. None of
 * them identifies the caller.
 */
const OPEN: ReadonlySet<CallName> = new Set([
  'probeHost',
  'probeHostOfApp',
  'askHandOver',
  'askBrowserHandOver',
]);

/** Without credentials: no cookie comes with such a question, and none goes with its answer. */
export function openToOurHosts(server: FastifyInstance, isOurOrigin: (origin: string) => boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call === null || !OPEN.has(call)) return;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin !== undefined && isOurOrigin(origin)) reply.header('access-control-allow-origin', origin);
  });
}
