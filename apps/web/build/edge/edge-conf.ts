import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { edgeHeaders, REFUSAL_HEADERS, ROOM_CALL_HEADERS, STRICT_TRANSPORT } from './edge-headers.ts';
import type { HeaderSet, Headers } from './edge-headers.ts';
import { edgePlaces, type Place } from './edge-places.ts';
import { edgeEnvelope, edgePage, type EdgeRefusal } from './edge-refusals.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { FILE_TYPES } from './file-types.ts';
import { fillTemplate, quoted, type TemplateValues } from './fill-template.ts';

const TEMPLATES = join(import.meta.dirname, '../../../../deploy/edge/site');

/** A template file of deploy/edge/site with its placeholders filled in. */
function part(name: string, values: TemplateValues = {}): string {
  return fillTemplate(readFileSync(join(TEMPLATES, name), 'utf8'), values);
}

const lines = (all: readonly string[]): string => all.join('\n');

/** The headers as directives for one location. nginx drops the server's headers in a location that has any of its own. */
function headerLines(headers: Headers): string {
  return lines([
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    'add_header strict-transport-security $edge_strict_transport always;',
  ]);
}

/** The headers of a set, with its policy as an nginx variable, because the policies are long and used in many places. */
function setLines(headers: Readonly<Record<HeaderSet, Headers>>, set: HeaderSet): string {
  const { 'content-security-policy': _policy, ...rest } = headers[set];
  const policy = set === 'asset' ? 'page' : set;
  return lines([headerLines(rest), `add_header content-security-policy $edge_policy_${policy} always;`]);
}

/** nginx locations of pages and other files, each with its headers. */
function pageLines(places: readonly Place[], headersOf: (set: HeaderSet) => string, errors: string): string {
  const locations = places.flatMap(({ match, serve }) => {
    if (serve.kind !== 'file' || match.kind !== 'exact') return [];
    const { file, extra, takesForms } = serve;
    const own = [
      headersOf(serve.headers),
      ...(extra.canonical === undefined
        ? []
        : [`add_header link ${quoted(`<${extra.canonical}>; rel="canonical"`)} always;`]),
      ...(extra.isHidden === true ? ['add_header x-robots-tag "noindex" always;'] : []),
      // Status 418 stands for a posted form, not for an error: nginx answers with the page and ignores the form.
      ...(takesForms
        ? [`error_page 418 =200 ${match.path};`, 'if ($request_method = POST) { return 418; }']
        : []),
      errors,
      'error_page 404 /_shell.html;',
      `try_files ${file} =404;`,
    ];
    return [fillTemplate('location = ${PATH} {\n  ${OWN}\n}', { PATH: match.path, OWN: lines(own) })];
  });
  return lines(locations);
}

function messages(): TemplateValues {
  const inBoth = (name: string, refusal: EdgeRefusal): [string, string][] => [
    [`${name}_AR`, quoted(edgeEnvelope(refusal, 'ar'))],
    [`${name}_EN`, quoted(edgeEnvelope(refusal, 'en'))],
    [`${name}_PAGE`, quoted(edgePage(refusal))],
  ];
  return Object.fromEntries([
    ...inBoth('MALFORMED', 'malformed'),
    ...inBoth('FILE_TOO_LARGE', 'file-too-large'),
    ...inBoth('BUSY', 'busy'),
    ...inBoth('FAULT', 'fault'),
  ]);
}

const errorPages = (answer: string, tooLarge = 'malformed'): string =>
  part('errors.conf', { ANSWER: answer, TOO_LARGE: tooLarge });

function refusals(): string {
  const refusal = (type: string): string =>
    part('refusal.conf', { TYPE: type, REFUSAL_HEADERS: headerLines(REFUSAL_HEADERS) });
  return part('refusals.conf', {
    ...messages(),
    EITHER_ERRORS: errorPages('$edge_asked'),
    CALL_REFUSAL: refusal('application/json'),
    PAGE_REFUSAL: refusal('text/html'),
  });
}

/** Values of the placeholders that stand for a single setting. */
function plainValues(settings: EdgeSettings): TemplateValues {
  return {
    LOG_DIR: settings.logDir,
    SITE_DIR: settings.servedDir,
    API_HOST: settings.apiHost,
    HOSTS: settings.hosts.join(' '),
    CONNECTIONS_PER_ADDRESS: String(settings.connectionsPerAddress),
    CALLS_PER_SECOND: String(settings.callsPerSecond),
    CALLS_BURST: String(2 * settings.callsPerSecond),
    SOCKETS_PER_ADDRESS: String(settings.socketsPerAddress),
    SOCKETS: String(settings.sockets),
    STRICT_TRANSPORT: quoted(STRICT_TRANSPORT),
  };
}

function visitorValues({ trustedProxies, countryHeader }: EdgeSettings): TemplateValues {
  const variable = `$http_${countryHeader?.toLowerCase().replaceAll('-', '_')}`;
  return {
    REAL_IP_FROM: lines(trustedProxies.map((network) => `set_real_ip_from ${network};`)),
    TRUSTED_NETWORKS: lines(trustedProxies.map((network) => `${network} 1;`)),
    COUNTRY_MAP:
      countryHeader === null ? '' : `map $edge_is_told $edge_country { 1 ${variable}; default ""; }`,
    COUNTRY_HEADER: countryHeader === null ? '' : `proxy_set_header ${countryHeader} $edge_country;`,
  };
}

/** The values of site.conf and of the parts in it that need settings. */
function siteValues(settings: EdgeSettings, inlineScripts: readonly string[]): TemplateValues {
  const headers = edgeHeaders(settings, inlineScripts);
  const policy = (set: HeaderSet): string => quoted(headers[set]['content-security-policy'] ?? '');
  const pageHeaders = setLines(headers, 'page');
  return {
    ...plainValues(settings),
    ...visitorValues(settings),
    ...messages(),
    FILE_TYPES: lines(Object.entries(FILE_TYPES).map(([ending, type]) => `${quoted(type)} ${ending};`)),
    POLICY_PAGE: policy('page'),
    POLICY_PAY: policy('pay'),
    POLICY_LOGIN: policy('login'),
    PAGE_HEADERS: pageHeaders,
    PAY_HEADERS: setLines(headers, 'pay'),
    ASSET_HEADERS: setLines(headers, 'asset'),
    REFUSAL_HEADERS: headerLines(REFUSAL_HEADERS),
    // The edge's headers replace the gateway's, so that none is sent twice.
    ROOM_CALL_HEADERS: lines([
      ...Object.keys(ROOM_CALL_HEADERS).map((name) => `proxy_hide_header ${name};`),
      headerLines(ROOM_CALL_HEADERS),
    ]),
    CALL_ERRORS: errorPages('call'),
    FILE_CALL_ERRORS: errorPages('call', 'file-too-large'),
    PAGE_ERRORS: errorPages('page'),
    REFUSALS: refusals(),
    NOTHING: part('nothing.conf', { PAGE_HEADERS: pageHeaders }),
    PAGES: pageLines(edgePlaces(settings), (set) => setLines(headers, set), errorPages('page')),
  };
}

const listenLines = (at: readonly string[], more: string): string =>
  lines(at.map((address) => `listen ${address}${more};`));

/** nginx's configuration of one site, to be included in its `http`: the templates of deploy/edge/site, filled in. */
export function edgeConf(settings: EdgeSettings, inlineScripts: readonly string[]): string {
  const { tls, listen, redirectListen, roomHosts, appleDomainFile } = settings;
  const values = siteValues(settings, inlineScripts);
  const secure = tls === null ? '' : ' ssl http2';
  const hasRooms = roomHosts.length > 0;
  const rooms = lines(roomHosts.map((host) => `server ${host} max_fails=1 fail_timeout=1s;`));
  const text = part('site.conf', {
    ...values,
    LISTEN: listenLines(listen, secure),
    LISTEN_DEFAULT: listenLines(listen, `${secure} default_server`),
    TLS: tls === null ? '' : part('tls.conf', { CERTIFICATE: tls.certificate, KEY: tls.key }),
    REDIRECT:
      redirectListen.length === 0
        ? ''
        : part('redirect.conf', {
            ...values,
            LISTEN: listenLines(redirectListen, ''),
            LISTEN_DEFAULT: listenLines(redirectListen, ' default_server'),
          }),
    ROOMS_UPSTREAM: hasRooms ? part('rooms-upstream.conf', { ROOM_HOSTS: rooms }) : '',
    ROOMS: hasRooms ? part('rooms.conf', values) : '',
    APPLE_DOMAIN:
      appleDomainFile === null
        ? ''
        : part('apple-domain.conf', { ...values, APPLE_DOMAIN_FILE: appleDomainFile }),
  });
  return `# Written by \`npm run edge\` from deploy/edge/site and the settings: changes here are lost.\n${text}`;
}
