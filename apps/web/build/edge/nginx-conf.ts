import { SERVER_ANSWERS_WITHIN_MS } from '@jawhara/domain';
import { edgeHeaders, STRICT_TRANSPORT, type HeaderSet, type Headers } from './edge-headers.ts';
import { edgePlaces, type Match, type PageFacts, type Place, type Serve } from './edge-places.ts';
import { EDGE_LOCALES, edgeEnvelope, edgeRefusals, type EdgeRefusal } from './edge-refusals.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { BYTES, FILE_TYPES } from './file-types.ts';
import { nginxHttp, nginxOtherServers } from './nginx-http.ts';
import { nginxText, quoted, type Directive } from './nginx-text.ts';

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

/** In every location by itself: nginx forgets the headers of a server as soon as a location has one of its own. */
function headerLines(headers: Headers): string[] {
  return [
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always`),
    'add_header strict-transport-security $edge_strict_transport always',
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
  const policy = set === 'login' ? 'login' : 'page';
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

function apiLines(serve: Extract<Serve, { kind: 'api' }>): Directive[] {
  const { bodyBytesMax, isFile } = serve;
  return [
    'proxy_pass http://edge_api',
    `client_max_body_size ${bodyBytesMax}`,
    // A file goes through as it comes; a small body is collected, so that a slow sender occupies nobody but nginx.
    `proxy_request_buffering ${isFile ? 'off' : 'on'}`,
    ...[...edgeRefusals(isFile)].map(([status, refusal]) => `error_page ${status} @${refusal}_${status}`),
  ];
}

type ServeLines = {
  readonly [Kind in Serve['kind']]: (serve: Extract<Serve, { kind: Kind }>, match: Match) => Directive[];
};

function serveLines(headers: Readonly<Record<HeaderSet, Headers>>): ServeLines {
  const page = named(headers.page, 'page');
  return {
    api: apiLines,
    redirect: ({ to }) => [...page, `return 302 ${to}$is_args$args`],
    file: ({ file, headers: set, extra }, match) => [
      ...named(headers[set], set),
      ...factLines(extra),
      // A bank may return its payer by a form: to nginx that is no way to ask for a file.
      ...(match.kind === 'exact' ? [`error_page 405 =200 ${match.path}`] : []),
      'error_page 404 /_shell.html',
      `try_files ${file} =404`,
    ],
    outside: ({ file, type }) => [...page, `default_type ${type}`, NO_TYPES, `alias ${file}`],
    'named-file': ({ headers: set }) => [
      ...named(headers[set], set),
      'error_page 404 @nothing',
      'try_files $uri =404',
    ],
    shell: () => ['return 404'],
    nothing: () => nothingLines(page),
  };
}

/** What is said here is what it is, whatever the ending of its address. */
const NO_TYPES: Directive = { head: 'types', inside: [] };

function nothingLines(page: readonly string[]): Directive[] {
  return [...page, NO_TYPES, 'default_type "text/plain; charset=utf-8"', 'return 404 "not found\\n"'];
}

function location(place: Place, lines: ServeLines): Directive {
  return {
    head: `location ${matchText(place.match)}`,
    inside: lines[place.serve.kind](place.serve as never, place.match),
  };
}

/** What nginx answers itself where a call was asked, as the API would. */
function refusalLocations(): Directive[] {
  const all = new Map(
    [...edgeRefusals(true), ...edgeRefusals(false)].map(([status, refusal]) => [
      `@${refusal}_${status}`,
      { status, refusal },
    ]),
  );
  return [...all].map(([name, { status, refusal }]) => ({
    head: `location ${name}`,
    inside: [
      NO_TYPES,
      'default_type "application/json; charset=utf-8"',
      'add_header cache-control "no-store" always',
      'add_header x-content-type-options "nosniff" always',
      'add_header strict-transport-security $edge_strict_transport always',
      `return ${status} $edge_says_${variable(refusal)}`,
    ],
  }));
}

function variable(name: string): string {
  return name.replaceAll('-', '_');
}

/** Each refusal in the language that is asked for, chosen by nginx. */
function refusalTexts(): Directive[] {
  const refusals: readonly EdgeRefusal[] = ['malformed', 'file-too-large', 'fault'];
  return refusals.map((refusal) => ({
    head: `map $edge_locale $edge_says_${variable(refusal)}`,
    inside: EDGE_LOCALES.map((locale) => `${locale} ${quoted(edgeEnvelope(refusal, locale))}`),
  }));
}

function mainServer(settings: EdgeSettings, inlineScripts: readonly string[]): Directive {
  const headers = edgeHeaders(settings, inlineScripts);
  const lines = serveLines(headers);
  const { tls } = settings;
  return {
    head: 'server',
    inside: [
      ...settings.listen.map((at) => `listen ${at}${tls === null ? '' : ' ssl http2'}`),
      `server_name ${settings.hosts.join(' ')}`,
      ...tlsLines(settings),
      `root ${settings.servedDir}`,
      'error_page 404 /_shell.html',
      ...edgePlaces(settings).map((place) => location(place, lines)),
      { head: 'location = /_shell.html', inside: ['internal', ...named(headers.page, 'page')] },
      { head: 'location @nothing', inside: nothingLines(named(headers.page, 'page')) },
      ...refusalLocations(),
    ],
  };
}

/** All of it for one site, to be included in nginx's `http`. */
export function nginxConf(settings: EdgeSettings, inlineScripts: readonly string[]): string {
  const headers = edgeHeaders(settings, inlineScripts);
  const sets: readonly HeaderSet[] = ['page', 'login'];
  return nginxText([
    '# Generated by `npm run edge` from the contract, the routes and the settings. Changes here are lost: docs/operations/edge.md.',
    ...nginxHttp(settings, { strictTransport: STRICT_TRANSPORT, waitForApiS: WAIT_FOR_API_S }),
    {
      head: 'types',
      inside: Object.entries(FILE_TYPES).map(([ending, type]) => `${quoted(type)} ${ending}`),
    },
    `default_type ${BYTES}`,
    ...sets.map((set) => ({
      head: `map $host $edge_policy_${set}`,
      inside: [`default ${quoted(headers[set]['content-security-policy'] ?? '')}`],
    })),
    ...refusalTexts(),
    ...nginxOtherServers(settings, tlsLines(settings)),
    mainServer(settings, inlineScripts),
  ]);
}
