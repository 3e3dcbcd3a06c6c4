import { DEFAULT_LOCALE } from '@jawhara/domain';
import { REFUSAL_HEADERS } from './edge-headers.ts';
import { EDGE_LOCALES } from './edge-refusals.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { errorLocations, errorPages } from './nginx-errors.ts';
import { limitLines } from './nginx-limits.ts';
import { headerLines, type Directive } from './nginx-text.ts';

export interface EdgeNumbers {
  readonly strictTransport: string;
  readonly waitForApiS: number;
}

/** Who the visitor is: whoever connects, or whom a balancer names that we were told of. */
function visitorLines({ trustedProxies, countryHeader }: EdgeSettings): Directive[] {
  const country = countryHeader === null ? null : countryHeader.toLowerCase().replaceAll('-', '_');
  return [
    ...trustedProxies.map((network) => `set_real_ip_from ${network}`),
    ...(trustedProxies.length === 0 ? [] : ['real_ip_header x-forwarded-for', 'real_ip_recursive on']),
    {
      head: 'geo $realip_remote_addr $edge_is_told',
      inside: ['default 0', ...trustedProxies.map((network) => `${network} 1`)],
    },
    {
      head: 'map $edge_is_told:$http_x_forwarded_proto $edge_scheme',
      inside: ['1:https https', '1:http http', 'default $scheme'],
    },
    ...(country === null
      ? []
      : [{ head: 'map $edge_is_told $edge_country', inside: [`1 $http_${country}`, 'default ""'] }]),
  ];
}

/**
 * Headers of a request to the API or a gateway, overwritten whatever the visitor sent under these names (decision 17). A location
 * with one such line of its own inherits none, so a socket's location has all of them again.
 */
export function forwardedHeaders({ countryHeader }: EdgeSettings, connection = ''): string[] {
  return [
    'proxy_set_header host $edge_host',
    `proxy_set_header connection "${connection}"`,
    'proxy_set_header x-forwarded-for $remote_addr',
    'proxy_set_header x-forwarded-proto $edge_scheme',
    'proxy_set_header x-forwarded-host ""',
    'proxy_set_header forwarded ""',
    ...(countryHeader === null ? [] : [`proxy_set_header ${countryHeader} $edge_country`]),
  ];
}

const PROXY: readonly string[] = [
  'proxy_http_version 1.1',
  // A call that was sent once may have been heard: some that change things are GETs, so nginx repeats none.
  'proxy_next_upstream off',
  // No answer waits on a disk; a file somebody reads slowly is read from the API as slowly.
  'proxy_buffering on',
  'proxy_max_temp_file_size 0',
  'proxy_intercept_errors off',
  'proxy_connect_timeout 5s',
  'proxy_send_timeout 60s',
];

/** Everything beside the servers. */
export function nginxHttp(settings: EdgeSettings, numbers: EdgeNumbers): Directive[] {
  return [
    // A query may hold a session: the path up to where one begins, in whatever form, and no `Referer`.
    { head: 'map $request_uri $edge_path', inside: ['"~*^(.*?)(?:[?#;&]|%3[bf]|%2[36]|$)" $1', 'default -'] },
    // As it was sent: with an error nginx goes on as if it were a GET.
    { head: 'map $request $edge_method', inside: ['"~^([A-Z]{1,20}) " $1', 'default -'] },
    `log_format edge '$time_iso8601 $edge_method $edge_path $status $body_bytes_sent $request_time $upstream_addr $upstream_status $upstream_response_time $upstream_http_x_request_id'`,
    `access_log ${settings.logDir}/jawhara.log edge`,
    // nginx adds the whole request line to every error of a request, also to `crit` and `alert`. The line above has the facts.
    `error_log ${settings.logDir}/jawhara-error.log emerg`,
    'server_tokens off',
    // Behind a balancer that speaks https, an address of ours would begin with http.
    'absolute_redirect off',
    'sendfile on',
    'etag on',
    // The twins that the build has made; nothing is compressed here.
    'gzip off',
    'gzip_static on',
    'brotli_static on',
    'gzip_vary on',
    ...limitLines(settings),
    'client_body_buffer_size 64k',
    'variables_hash_bucket_size 128',
    'server_names_hash_bucket_size 256',
    // The host that chose this server: beside a whole address in the request line, the header `Host` may name any other.
    {
      head: 'map $http_host $edge_host',
      inside: ['"~:(?<edge_port>[0-9]{1,5})$" $host:$edge_port', 'default $host'],
    },
    ...visitorLines(settings),
    {
      head: 'map $edge_scheme $edge_strict_transport',
      inside: [`https "${numbers.strictTransport}"`, 'default ""'],
    },
    {
      head: 'map $http_accept_language $edge_locale',
      inside: [
        ...EDGE_LOCALES.map((locale) => `"~*^\\s*${locale}(?![a-z])" ${locale}`),
        `default ${DEFAULT_LOCALE}`,
      ],
    },
    {
      head: 'upstream edge_api',
      // Closed by us before the API closes them: a call never meets a connection that is about to end.
      inside: [`server ${settings.apiHost}`, 'keepalive 64', 'keepalive_timeout 30s'],
    },
    ...PROXY,
    `proxy_read_timeout ${numbers.waitForApiS}s`,
    ...forwardedHeaders(settings),
  ];
}

/** A request that is malformed has no host yet, so each server answers it alike. */
const ownErrors = (): Directive[] => [...errorPages('either'), ...errorLocations()];

/** In a location, not in the server: there it would also end the errors above. */
const NOTHING: Directive = { head: 'location /', inside: ['return 444'] };

/** Hosts that are not ours get nothing, by http either; ours are shown the way to https. */
export function nginxOtherServers(
  { listen, redirectListen, hosts }: EdgeSettings,
  tlsLines: readonly string[],
): Directive[] {
  const secure = tlsLines.length === 0 ? '' : ' ssl http2';
  const nobody = (listens: readonly string[], more: readonly string[]): Directive => ({
    head: 'server',
    inside: [...listens, 'server_name _', ...more, ...ownErrors(), NOTHING],
  });
  const redirect: Directive = {
    head: 'server',
    inside: [
      ...redirectListen.map((at) => `listen ${at}`),
      `server_name ${hosts.join(' ')}`,
      ...ownErrors(),
      {
        head: 'location /',
        inside: [...headerLines(REFUSAL_HEADERS), 'return 308 https://$host$request_uri'],
      },
    ],
  };
  return [
    // It shows the certificate all the same: who connects to an address names no host before, nor do old programs.
    nobody(
      listen.map((at) => `listen ${at}${secure} default_server`),
      tlsLines,
    ),
    ...(redirectListen.length === 0
      ? []
      : [
          nobody(
            redirectListen.map((at) => `listen ${at} default_server`),
            [],
          ),
          redirect,
        ]),
  ];
}
