import { DEFAULT_LOCALE } from '@jawhara/domain';
import { EDGE_LOCALES } from './edge-refusals.ts';
import type { EdgeSettings } from './edge-settings.ts';
import type { Directive } from './nginx-text.ts';

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

/** What the API is told of a request, overwritten whatever the visitor sent under these names (decision 17). */
function toldLines({ countryHeader }: EdgeSettings): string[] {
  return [
    'proxy_set_header host $http_host',
    'proxy_set_header connection ""',
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
    // A query may hold a session: paths only. Errors below `crit` are told with the whole address, so they are not.
    `log_format edge '$time_iso8601 $request_method $uri $status $body_bytes_sent $request_time $upstream_response_time $upstream_http_x_request_id'`,
    `access_log ${settings.logDir}/jawhara.log edge`,
    `error_log ${settings.logDir}/jawhara-error.log crit`,
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
    'client_header_timeout 15s',
    'client_body_timeout 30s',
    'send_timeout 30s',
    'keepalive_timeout 65s',
    'large_client_header_buffers 4 16k',
    'client_body_buffer_size 64k',
    'variables_hash_bucket_size 128',
    'server_names_hash_bucket_size 256',
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
    ...toldLines(settings),
  ];
}

/** Plain http is shown the way to https, and hosts that are not ours get nothing. */
export function nginxOtherServers(
  { listen, redirectListen, hosts }: EdgeSettings,
  tlsLines: readonly string[],
): Directive[] {
  const secure = tlsLines.length === 0 ? '' : ' ssl http2';
  const redirect: Directive = {
    head: 'server',
    inside: [
      ...redirectListen.map((at) => `listen ${at}`),
      `server_name ${hosts.join(' ')}`,
      'return 308 https://$host$request_uri',
    ],
  };
  return [
    {
      head: 'server',
      // It shows the certificate all the same: who connects to an address names no host before, nor do old programs.
      inside: [
        ...listen.map((at) => `listen ${at}${secure} default_server`),
        'server_name _',
        ...tlsLines,
        'return 444',
      ],
    },
    ...(redirectListen.length === 0 ? [] : [redirect]),
  ];
}
