import { readdirSync } from 'node:fs';
import { ALL_ENDPOINTS } from '@jawhara/contract';
import { BODY_BYTES_MAX, FORM_BYTES_MAX } from '@jawhara/domain';
import { ROUTE_PATHS, type RouteName } from '../../src/app/routes.ts';
import { documentOf, type DocumentKind } from '../../src/ui/document-of.ts';
import type { HeaderSet } from './edge-headers.ts';
import type { EdgeSettings } from './edge-settings.ts';

/** How a place's path is matched, in nginx's order: the exact path, the longest prefix, the first pattern, the rest. */
export type Match =
  | { readonly kind: 'exact'; readonly path: string }
  | { readonly kind: 'beginning'; readonly path: `/${string}/` }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'rest' };

export type Serve =
  /** Passed to the API, which answers for every path below. */
  | { readonly kind: 'api'; readonly bodyBytesMax: number; readonly isFile: boolean }
  /** Passed to a room gateway; the next one is tried where the call may be repeated. */
  | { readonly kind: 'room-call'; readonly bodyBytesMax: number; readonly mayRepeat: boolean }
  /** A room's socket: upgraded and left open. */
  | { readonly kind: 'room-socket' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** A page or another file of the build, by its name there. */
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly headers: HeaderSet;
      readonly extra: PageFacts;
      /** A form posted to this path gets the page as its answer; the form is not read. */
      readonly takesForms: boolean;
    }
  /** A file outside the built site. */
  | { readonly kind: 'outside'; readonly file: string; readonly type: string }
  /** The file that the path itself names, if it exists. */
  | { readonly kind: 'named-file'; readonly headers: HeaderSet }
  /** 404 with the shell, which routes by itself: visitors may have followed an old link. */
  | { readonly kind: 'shell' }
  /** 404 without a page, for requests whose answer no visitor reads. */
  | { readonly kind: 'nothing' };

/** Facts about a page for search engines, sent as headers. */
export interface PageFacts {
  readonly canonical?: string;
  readonly isHidden?: boolean;
}

export interface Place {
  readonly match: Match;
  readonly serve: Serve;
}

type Page = Exclude<RouteName, 'home'>;

/** The address under which search engines list a page; null for pages of a single visit, which are not listed. */
const FOUND_AS = {
  index: '/',
  pay: '/pay',
  recharge: '/pay',
  'recharge-list': '/recharge-list',
  'pay-step': null,
  login: '/login',
  fines: '/fines',
  feedback: '/feedback',
  'feedback-success': null,
  share: '/share.html',
  // A receipt is private to the people who have its link.
  receipt: null,
  order: '/order',
  test: null,
} as const satisfies Record<Page, string | null>;

/** Where providers send webhooks. A webhook is no call of the contract, so the contract has no path for it. */
const INBOXES = '/webhooks/' as const;

/** The prefixes of all API paths. */
export const API_PREFIXES: readonly `/${string}/`[] = [
  ...new Set([...ALL_ENDPOINTS.map(({ path }) => `/${path.split('/')[1]}/` as const), INBOXES]),
];

const HEADERS_OF_DOCUMENT = { pay: 'pay', login: 'login', plain: 'page' } as const satisfies Record<
  DocumentKind,
  HeaderSet
>;

/** The page to which a bank sends the payer back, by a link or by a posted form. */
const BANK_RETURN = '/bank-return.html';

export const ROOM_SOCKET_PATH = '/api/room/socket/';

export const APPLE_DOMAIN_PATH = '/.well-known/apple-developer-merchantid-domain-association';

/** Files without an address of their own: inlined, internal, or served under another name. */
const NOT_BY_NAME = /^(?:_shell\.html|first-paint\.js|\..*)$|\.(?:br|gz|map)$/;

const exact = (path: string, serve: Serve): Place => ({ match: { kind: 'exact', path }, serve });
const pattern = (text: string, serve: Serve): Place => ({ match: { kind: 'pattern', pattern: text }, serve });

/** The file of a route: "/" is index.html, "/share.html" is itself, any other path is a folder with an index.html. */
function pageFile(path: string): string {
  return path.endsWith('.html') ? path : `${path === '/' ? '' : path}/index.html`;
}

/** The paths of a page: without and with a slash at the end. */
function bothWays(path: string): string[] {
  return path === '/' || path.endsWith('.html') ? [path] : [path, `${path}/`];
}

function pagePlaces(siteOrigin: string): Place[] {
  const pages = (Object.keys(ROUTE_PATHS) as RouteName[]).filter((name): name is Page => name !== 'home');
  return pages.flatMap((name) => {
    const path = ROUTE_PATHS[name];
    const foundAs = FOUND_AS[name];
    const extra = foundAs === null ? { isHidden: true } : { canonical: `${siteOrigin}${foundAs}` };
    const headers = HEADERS_OF_DOCUMENT[documentOf(path)];
    return bothWays(path).map((way) =>
      exact(way, { kind: 'file', file: pageFile(path), headers, extra, takesForms: false }),
    );
  });
}

/** The files beside the pages, such as icon, manifest, service worker, and the page to which banks return. */
function rootFilePlaces(siteDir: string): Place[] {
  const known = new Set<string>(Object.values(ROUTE_PATHS).map(pageFile));
  return readdirSync(siteDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BY_NAME.test(entry.name) && !known.has(`/${entry.name}`))
    .map(({ name }) => {
      const file = `/${name}`;
      return exact(file, {
        kind: 'file',
        file,
        headers: 'page',
        extra: {},
        takesForms: file === BANK_RETURN,
      });
    });
}

/** The paths of the API. The body of an upload may be as large as its file; all other bodies are small. */
function apiPlaces(): Place[] {
  const small = { kind: 'api', bodyBytesMax: BODY_BYTES_MAX, isFile: false } as const;
  return [
    ...ALL_ENDPOINTS.flatMap(({ path, fileBytesMax }) =>
      fileBytesMax === undefined
        ? []
        : [exact(path, { kind: 'api', bodyBytesMax: fileBytesMax + FORM_BYTES_MAX, isFile: true })],
    ),
    ...API_PREFIXES.flatMap((path): Place[] => [
      { match: { kind: 'beginning', path }, serve: small },
      // A path without its final slash is no API call. By default nginx would redirect the visitor to the path with the
      // slash.
      exact(path.slice(0, -1), { kind: 'shell' }),
    ]),
  ];
}

/** The whole state of a room, 1 MiB, plus the escaped quotes of JSON inside JSON. */
const ROOM_STATE_BYTES_MAX = 2 * 1024 * 1024;

/** The API issues tickets; gateways serve everything else below /api/room/. */
function roomPlaces({ roomHosts }: EdgeSettings): Place[] {
  if (roomHosts.length === 0) return [];
  return [
    exact(ROOM_SOCKET_PATH, { kind: 'room-socket' }),
    exact('/api/room/full_status/', { kind: 'room-call', bodyBytesMax: BODY_BYTES_MAX, mayRepeat: true }),
    // The sender of a batch of room changes repeats it with the same id if needed; the edge must not repeat it.
    exact('/api/room/inlet/', { kind: 'room-call', bodyBytesMax: ROOM_STATE_BYTES_MAX, mayRepeat: false }),
  ];
}

/** All paths that the edge serves: one table for nginx, the preview and the tests. */
export function edgePlaces(settings: EdgeSettings): readonly Place[] {
  const { siteDir, siteOrigin, appleDomainFile } = settings;
  return [
    ...roomPlaces(settings),
    ...apiPlaces(),
    ...bothWays(ROUTE_PATHS.home).map((path) => exact(path, { kind: 'redirect', to: ROUTE_PATHS.index })),
    ...pagePlaces(siteOrigin),
    ...rootFilePlaces(siteDir),
    ...(appleDomainFile === null
      ? []
      : [exact(APPLE_DOMAIN_PATH, { kind: 'outside', file: appleDomainFile, type: 'text/plain' })]),
    // Files of the build itself, source maps, and the compressed copies of files.
    pattern(String.raw`/\.|\.(?:map|br|gz)$`, { kind: 'nothing' }),
    pattern('^/assets/[^/]+$', { kind: 'named-file', headers: 'asset' }),
    pattern(String.raw`\.[^/]*$`, { kind: 'nothing' }),
    { match: { kind: 'rest' }, serve: { kind: 'shell' } },
  ];
}
