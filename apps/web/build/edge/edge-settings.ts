import { existsSync } from 'node:fs';
import { bankOriginsIn, originsIn } from '../content-security-policy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's settings of the edge, read once. docs/operations/edge.md has the table. */
export interface EdgeSettings {
  /** The built site, dist/ of apps/web. */
  readonly siteDir: string;
  /** The directory that nginx reads, which in a container differs from the build's. */
  readonly servedDir: string;
  /** Where the API listens. It accepts the client address only from its TRUSTED_PROXIES, by default a proxy on loopback. */
  readonly apiHost: string;
  /** The room gateways, or the balancer in front of them; empty where the deployment has no rooms. */
  readonly roomHosts: readonly string[];
  /** Origins of room sockets, as the policy names them: the site's own and those of ROOM_HOSTS. */
  readonly socketOrigins: readonly string[];
  /** Host names of the site, without ports: its own first, then its backup hosts. */
  readonly hosts: readonly string[];
  /** The site's canonical origin, for search engines. */
  readonly siteOrigin: string;
  readonly listen: readonly string[];
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  /** The addresses on which plain http is redirected to https. */
  readonly redirectListen: readonly string[];
  /** Networks of the balancer or CDN in front, if there is one: only they may report the visitor's address. */
  readonly trustedProxies: readonly string[];
  /** The header in which that balancer reports the visitor's country; a visitor's own header of this name is dropped. */
  readonly countryHeader: string | null;
  /** The file Apple fetches before it lets a wallet pay on a host. */
  readonly appleDomainFile: string | null;
  readonly logDir: string;
  readonly fieldsScriptOrigins: readonly string[];
  readonly fieldsOrigins: readonly string[];
  readonly signInScriptOrigins: readonly string[];
  readonly signInOrigins: readonly string[];
  /** All hosts of the deployment: a page probes whether they are reachable. */
  readonly hostOrigins: readonly string[];
  /** Origins of faces and pack pictures. */
  readonly imageOrigins: readonly string[];
  /** Origins of a bank's check in a frame of a pay page; `https:` for any bank. */
  readonly bankOrigins: readonly string[];
  /** Open requests of one IPv4 address or one IPv6 /64. */
  readonly connectionsPerAddress: number;
  /** API calls per second of one IPv4 address or one IPv6 /64. */
  readonly callsPerSecond: number;
  /** Open room sockets of one IPv4 address or one IPv6 /64. */
  readonly socketsPerAddress: number;
  /** Open room sockets in total, so that pages with payments keep their connections. */
  readonly sockets: number;
}

/** A mobile carrier puts thousands of people behind one address, each with some open requests while a page loads. */
const CONNECTIONS_PER_ADDRESS = 400;
/** The largest limit of the API's own guards per address, 12,000 a minute. */
const CALLS_PER_SECOND = 200;
/** Half of the connections that the kernel allows one network (deploy/edge/connections.rules). */
const SOCKETS_PER_ADDRESS = 1_000;
/** Each socket uses two of a worker's 16,384 connections (deploy/edge/nginx.conf): half of them stay for pages and calls. */
const SOCKETS = 4_000;

/** Every setting is checked against its form: a blank or a brace in it would be another directive in nginx's configuration. */
const SHAPES = {
  path: /^\/[\w./-]+$/,
  listen: /^(?:(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]):)?\d{1,5}$/,
  network: /^[0-9a-f.:]+(?:\/\d{1,3})?$/i,
  host: /^[a-z0-9.-]{1,253}$/,
  header: /^[A-Za-z0-9-]{1,60}$/,
  'host of rooms': /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/,
} as const;

function checked(name: string, shape: keyof typeof SHAPES, value: string): string {
  if (!SHAPES[shape].test(value)) throw new Error(`${name}: "${value}" is no ${shape}`);
  return value;
}

function listIn(env: Environment, name: string, shape: keyof typeof SHAPES): string[] {
  const parts = (env[name] ?? '').split(/[\s,]+/).filter((part) => part !== '');
  return parts.map((part) => checked(name, shape, part));
}

function optional(env: Environment, name: string, shape: keyof typeof SHAPES): string | null {
  const value = env[name] ?? '';
  return value === '' ? null : checked(name, shape, value);
}

function numberIn(env: Environment, name: string, otherwise: number): number {
  const text = env[name] ?? '';
  if (text === '') return otherwise;
  // nginx accepts no larger number.
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535)
    throw new Error(`${name}: "${text}" is no number from 1 to 65535`);
  return Number(text);
}

function tlsIn(env: Environment): EdgeSettings['tls'] {
  const certificate = optional(env, 'EDGE_TLS_CERTIFICATE', 'path');
  const key = optional(env, 'EDGE_TLS_KEY', 'path');
  if (certificate !== null && key !== null) return { certificate, key };
  if (certificate === null && key === null) return null;
  throw new Error('EDGE_TLS_CERTIFICATE and EDGE_TLS_KEY: both or none');
}

function hostsIn(env: Environment, site: URL): string[] {
  const backups = JSON.parse(env['BACKUP_DOMAINS'] ?? '{}') as Readonly<Record<string, readonly string[]>>;
  const named = [site.host, ...Object.entries(backups).flat(2)];
  const bare = named.map((host) => host.replace(/:\d+$/, ''));
  return [...new Set(bare)].map((host) => checked('BACKUP_DOMAINS', 'host', host));
}

/** The gateways listed in ROOMS_URL: the edge tries the next one when a gateway is down or drains. */
function gatewaysIn(env: Environment): string[] {
  const urls = (env['ROOMS_URL'] ?? '').split(/[\s,]+/).filter((part) => part !== '');
  return urls.map((url) => checked('ROOMS_URL', 'host of rooms', new URL(url).host));
}

/** Origins that the policy names beside 'self', because older Safari versions do not apply 'self' to sockets. */
function socketOriginsIn(env: Environment, site: URL): string[] {
  if ((env['ROOMS_URL'] ?? '') === '') return [];
  const scheme = site.protocol === 'https:' ? 'wss' : 'ws';
  const hosts = [site.host, ...listIn(env, 'ROOM_HOSTS', 'host of rooms')];
  return [...new Set(hosts)].map((host) => `${scheme}://${host}`);
}

export function readEdgeSettings(env: Environment, siteDir: string): EdgeSettings {
  const site = new URL(env['SITE_URL'] ?? 'http://127.0.0.1:4100');
  const api = new URL(env['API_URL'] ?? 'http://127.0.0.1:4101');
  const tls = tlsIn(env);
  const listen = listIn(env, 'EDGE_LISTEN', 'listen');
  const redirectListen = listIn(env, 'EDGE_REDIRECT_LISTEN', 'listen');
  const appleDomainFile = optional(env, 'APPLE_DOMAIN_FILE', 'path');
  if (appleDomainFile !== null && !existsSync(appleDomainFile))
    throw new Error(`APPLE_DOMAIN_FILE: ${appleDomainFile} is not there`);
  const isOwnPorts = listen.length === 0;
  return {
    siteDir: checked('the built site', 'path', siteDir),
    servedDir: optional(env, 'EDGE_SITE_DIR', 'path') ?? siteDir,
    apiHost: api.host,
    roomHosts: gatewaysIn(env),
    socketOrigins: socketOriginsIn(env, site),
    hosts: hostsIn(env, site),
    siteOrigin: site.origin,
    listen: isOwnPorts ? [tls === null ? '80' : '443'] : listen,
    tls,
    redirectListen: tls !== null && isOwnPorts && redirectListen.length === 0 ? ['80'] : redirectListen,
    trustedProxies: listIn(env, 'EDGE_TRUSTED_PROXIES', 'network'),
    countryHeader: optional(env, 'COUNTRY_HEADER', 'header'),
    appleDomainFile,
    logDir: optional(env, 'EDGE_LOG_DIR', 'path') ?? '/var/log/nginx',
    fieldsScriptOrigins: originsIn(env['FIELDS_SCRIPT_ORIGINS']),
    fieldsOrigins: originsIn(env['FIELDS_ORIGINS']),
    signInScriptOrigins: originsIn(env['SIGN_IN_SCRIPT_ORIGINS']),
    signInOrigins: originsIn(env['SIGN_IN_ORIGINS']),
    hostOrigins: originsIn(env['HOST_ORIGINS']),
    imageOrigins: originsIn(env['IMAGE_ORIGINS']),
    bankOrigins: bankOriginsIn(env['BANK_ORIGINS']),
    connectionsPerAddress: numberIn(env, 'EDGE_CONNECTIONS_PER_ADDRESS', CONNECTIONS_PER_ADDRESS),
    callsPerSecond: numberIn(env, 'EDGE_CALLS_PER_SECOND', CALLS_PER_SECOND),
    socketsPerAddress: numberIn(env, 'EDGE_SOCKETS_PER_ADDRESS', SOCKETS_PER_ADDRESS),
    sockets: numberIn(env, 'EDGE_SOCKETS', SOCKETS),
  };
}
