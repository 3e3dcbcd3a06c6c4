import { BODY_BYTES_MAX, SERVER_ANSWERS_WITHIN_MS } from '@jawhara/domain';
import { edgeHeaders, STRICT_TRANSPORT, type HeaderSet, type Headers } from './edge-headers.ts';
import { edgePlaces, type Match, type PageFacts, type Place, type Serve } from './edge-places.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { BYTES, FILE_TYPES } from './file-types.ts';
import { errorLocations, errorMaps, errorPages, NO_TYPES } from './nginx-errors.ts';
import { nginxHttp, nginxOtherServers } from './nginx-http.ts';
import { callLimit } from './nginx-limits.ts';
import { roomCallLines, roomSocketLines, roomUpstream } from './nginx-rooms.ts';
import { headerLines, nginxText, quoted, type Directive } from './nginx-text.ts';

/** The API gives up first, with an answer of its own. */
const WAIT_FOR_API_S = SERVER_ANSWERS_WITHIN_MS / 1000 + 5;

function tlsLines({ tls }: EdgeSettings): string[] {
  if (tls === null) return [];
  return [
    `ssl_certificate ${tls.certificate}`,
    `ssl_certificate_key ${tls.key}`,
    'ssl_protocols TLSv1.2 TLSv1.3',
    'ssl_session_cache shared:edge:10m',
    'ssl_session_tickets off',
  ];
}

function factLines({ canonical, isHidden }: PageFacts): string[] {
  return [
    ...(canonical === undefined
      ? []
      : [`add_header link ${quoted(`<${canonical}>; rel="canonical"`)} always`]),
    ...(isHidden === true ? ['add_header x-robots-tag "noindex" always'] : []),
  ];
}

/** The policies are long and the same in many places. */
function named(headers: Headers, set: HeaderSet): string[] {
  const { 'content-security-policy': _policy, ...rest } = headers;
  const policy = set === 'asset' ? 'page' : set;
  return [...headerLines(rest), `add_header content-security-policy $edge_policy_${policy} always`];
}

const MATCH_TEXT = {
  exact: (match: Extract<Match, { kind: 'exact' }>) => `= ${match.path}`,
  beginning: (match: Extract<Match, { kind: 'beginning' }>) => `^~ ${match.path}`,
  pattern: (match: Extract<Match, { kind: 'pattern' }>) => `~ ${quotedPattern(match.pattern)}`,
  rest: () => '/',
};

/** A pattern's own `$` is an end of line to nginx too, inside quotes as well. */
function quotedPattern(pattern: string): string {
  return `"${pattern.replaceAll('"', '\\"')}"`;
}

function matchText(match: Match): string {
  return MATCH_TEXT[match.kind](match as never);
}

function apiLines(settings: EdgeSettings): ServeLines['api'] {
  return ({ bodyBytesMax, isFile }) => [
    'proxy_pass http://edge_api',
    callLimit(settings),
    `client_max_body_size ${bodyBytesMax}`,
    // nginx would wait for the next byte of a body for ever: it goes on as it comes, and the API has an end for all of it.
    'proxy_request_buffering off',
    ...errorPages('call', isFile),
  ];
}

/** Files are asked for. nginx says so itself where it serves one. */
const GET_ONLY: Directive = { head: 'if ($request_method !~ ^(?:GET|HEAD)$)', inside: ['return 405'] };

/** No status of HTTP: a form has come to a page that takes one, and gets the page. */
const FORM_CAME = 418;

function formLines(path: string): Directive[] {
  return [
    `error_page ${FORM_CAME} =200 ${path}`,
    { head: 'if ($request_method = POST)', inside: [`return ${FORM_CAME}`] },
  ];
}

type ServeLines = {
  readonly [Kind in Serve['kind']]: (serve: Extract<Serve, { kind: Kind }>, match: Match) => Directive[];
};

function serveLines(settings: EdgeSettings, headers: Readonly<Record<HeaderSet, Headers>>): ServeLines {
  const page = named(headers.page, 'page');
  return {
    api: apiLines(settings),
    'room-call': (serve) => roomCallLines(settings, serve),
    'room-socket': () => roomSocketLines(settings),
    redirect: ({ to }) => [...page, GET_ONLY, `return 302 ${to}$is_args$args`],
    file: ({ file, headers: set, extra, takesForms }, match) => [
      ...named(headers[set], set),
      ...factLines(extra),
      ...(takesForms && match.kind === 'exact' ? formLines(match.path) : []),
      ...errorPages('page'),
      'error_page 404 /_shell.html',
      `try_files ${file} =404`,
    ],
    outside: ({ file, type }) => [...page, `default_type ${type}`, NO_TYPES, `alias ${file}`],
    'named-file': ({ headers: set }) => [
      ...named(headers[set], set),
      ...errorPages('page'),
      'error_page 404 @nothing',
      'try_files $uri =404',
    ],
    shell: () => [GET_ONLY, 'return 404'],
    nothing: () => nothingLines(page),
  };
}

function nothingLines(page: readonly string[]): Directive[] {
  return [
    ...page,
    GET_ONLY,
    NO_TYPES,
    'default_type "text/plain; charset=utf-8"',
    'return 404 "not found\\n"',
  ];
}

function location(place: Place, lines: ServeLines): Directive {
  return {
    head: `location ${matchText(place.match)}`,
    inside: lines[place.serve.kind](place.serve as never, place.match),
  };
}

function mainServer(settings: EdgeSettings, inlineScripts: readonly string[]): Directive {
  const headers = edgeHeaders(settings, inlineScripts);
  const lines = serveLines(settings, headers);
  const { tls } = settings;
  return {
    head: 'server',
    inside: [
      ...settings.listen.map((at) => `listen ${at}${tls === null ? '' : ' ssl http2'}`),
      `server_name ${settings.hosts.join(' ')}`,
      ...tlsLines(settings),
      `root ${settings.servedDir}`,
      `client_max_body_size ${BODY_BYTES_MAX}`,
      ...errorPages('either'),
      'error_page 404 /_shell.html',
      ...edgePlaces(settings).map((place) => location(place, lines)),
      { head: 'location = /_shell.html', inside: ['internal', ...named(headers.pay, 'pay')] },
      { head: 'location @nothing', inside: nothingLines(named(headers.page, 'page')) },
      ...errorLocations(),
    ],
  };
}

/** All of it for one site, to be included in nginx's `http`. */
export function nginxConf(settings: EdgeSettings, inlineScripts: readonly string[]): string {
  const headers = edgeHeaders(settings, inlineScripts);
  const sets: readonly HeaderSet[] = ['page', 'pay', 'login'];
  return nginxText([
    '# Generated by `npm run edge` from the contract, the routes and the settings. Changes here are lost: docs/operations/edge.md.',
    ...nginxHttp(settings, { strictTransport: STRICT_TRANSPORT, waitForApiS: WAIT_FOR_API_S }),
    ...roomUpstream(settings),
    {
      head: 'types',
      inside: Object.entries(FILE_TYPES).map(([ending, type]) => `${quoted(type)} ${ending}`),
    },
    `default_type ${BYTES}`,
    ...sets.map((set) => ({
      head: `map $host $edge_policy_${set}`,
      inside: [`default ${quoted(headers[set]['content-security-policy'] ?? '')}`],
    })),
    ...errorMaps(),
    ...nginxOtherServers(settings, tlsLines(settings)),
    mainServer(settings, inlineScripts),
  ]);
}
