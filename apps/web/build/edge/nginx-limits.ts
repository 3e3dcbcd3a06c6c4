import { HEADER_BYTES_MAX, HEADER_LINE_BYTES_MAX } from '@jawhara/domain';
import type { EdgeSettings } from './edge-settings.ts';
import type { Directive } from './nginx-text.ts';

const GROUP = '[0-9a-f]+';
/** So many groups, the last one at the end. */
const end = (count: number): string => (count === 1 ? `${GROUP}$` : `(?:${GROUP}:){${count - 1}}${GROUP}$`);

/**
 * The network that is counted: an IPv4 address, or the first four groups of an IPv6 address, because one line has a /64 of its
 * own. `::` stands for two groups or more and may begin before the fourth; then the groups behind it count too.
 */
const NETWORK_OF_ADDRESS: readonly string[] = [
  // IPv4 as an IPv6 socket shows it.
  String.raw`"~^::ffff:(\d+\.\d+\.\d+\.\d+)$" $1`,
  `"~^(${GROUP}:${GROUP}:${GROUP}:${GROUP}):" $1`,
  `"~^(${GROUP}:${GROUP}:${GROUP})::" $1:0`,
  `"~^(${GROUP}:${GROUP})::(${GROUP}):${end(4)}" $1:0:$2`,
  `"~^(${GROUP}:${GROUP})::" $1:0:0`,
  `"~^(${GROUP})::(${GROUP}:${GROUP}):${end(4)}" $1:0:$2`,
  `"~^(${GROUP})::(${GROUP}):${end(4)}" $1:0:0:$2`,
  `"~^(${GROUP})::" $1:0:0:0`,
  `"~^::(${GROUP}:${GROUP}:${GROUP}):${end(4)}" 0:$1`,
  `"~^::(${GROUP}:${GROUP}):${end(4)}" 0:0:$1`,
  `"~^::(${GROUP}):${end(4)}" 0:0:0:$1`,
  '"~^::" 0:0:0:0',
  'default $remote_addr',
];

export function networkMap(): Directive {
  return { head: 'map $remote_addr $edge_network', inside: NETWORK_OF_ADDRESS };
}

/** Requests under way and calls in a second, by network; and an end to whatever waits for a visitor. */
export function limitLines({ connectionsPerAddress, callsPerSecond }: EdgeSettings): Directive[] {
  return [
    networkMap(),
    'limit_conn_zone $edge_network zone=edge_networks:16m',
    'limit_conn_zone $edge_network zone=edge_sockets:16m',
    'limit_conn_zone $server_name zone=edge_all_sockets:1m',
    `limit_conn edge_networks ${connectionsPerAddress}`,
    'limit_conn_status 429',
    `limit_req_zone $edge_network zone=edge_calls:16m rate=${callsPerSecond}r/s`,
    'limit_req_status 429',
    // All of the head, the handshake before it included.
    'client_header_timeout 10s',
    // Between two reads. All of a body has its end at the API, to which it goes as it comes.
    'client_body_timeout 10s',
    'send_timeout 10s',
    'reset_timedout_connection on',
    // A body that nobody wants is read for so long, in all and between two reads.
    'lingering_time 5s',
    'lingering_timeout 1s',
    'keepalive_timeout 65s',
    // Each counts as a request under way: a page with its files, several times over.
    'http2_max_concurrent_streams 64',
    `large_client_header_buffers ${HEADER_BYTES_MAX / HEADER_LINE_BYTES_MAX} ${HEADER_LINE_BYTES_MAX}`,
  ];
}

/** Calls alone: files are small and fast. */
export function callLimit({ callsPerSecond }: EdgeSettings): string {
  return `limit_req zone=edge_calls burst=${2 * callsPerSecond} nodelay`;
}

/** Instead of the number of requests under way: a socket stays for hours, and must not take the place of a purchase. */
export function socketLimits({ socketsPerAddress, sockets }: EdgeSettings): string[] {
  return [`limit_conn edge_sockets ${socketsPerAddress}`, `limit_conn edge_all_sockets ${sockets}`];
}
