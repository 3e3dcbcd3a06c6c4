import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEdgeSettings } from '../../apps/web/build/edge/edge-settings.ts';
import { edgeConf } from '../../apps/web/build/edge/edge-conf.ts';
import { inlineScriptsOf } from '../../apps/web/build/edge/read-site.ts';
import { httpUrl, portsFrom } from '../stack/profiles.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { stackEnvironment } from '../stack/stack-environment.ts';
import { newEngineKey } from './engine-key.ts';

type Settings = Readonly<Record<string, string>>;

/** Addresses within the containers' network; the browser reaches the sandbox through a port of this machine. */
const CALLS = 'http://balancer:8100';
const ROOMS = 'http://balancer:8200';

/** Settings that compose.yaml sets itself, or that come as secrets. */
const SAID_ELSEWHERE =
  /^(PATH|HOME|PORT|API_PORT|API_URL|FLOW_PORT|REDIS_URL|RESTATE_.*|DATABASE_.*|DEVICE_KEYS|RECEIPT_KEYS|FINE_QUOTE_KEY|CHECKOUT_COM_(SECRET|WEBHOOK)_KEY|ROOM_(TICKET_KEY|INLET_SECRETS|MOVE_URL)|ROOMS_URL|COUNTRY_RANGES_FILE|OPERATOR_KEY_FILE|STOP_.*|.*_ORIGINS|SANDBOX_.*)$/;
const CALLED_BY_SERVERS = /^(\w+_API_URL|GOOGLE_CERTS_URL)$/;

export interface RehearsalShop {
  readonly dir: string;
  readonly siteUrl: string;
  readonly sandboxUrl: string;
  /** The database with its owner's rights, as reached from this machine. */
  readonly databaseUrl: string;
  readonly programPassword: string;
  /** Variables for compose.yaml. */
  readonly settings: Settings;
}

const asLines = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

function writtenEdgeConf(shop: Settings, siteUrl: string): string {
  const siteDir = join(REPOSITORY, 'apps/web/dist');
  const inside = { API_URL: CALLS, ROOMS_URL: ROOMS, EDGE_SITE_DIR: '/srv/site', EDGE_LISTEN: '8080' };
  const env = { ...shop, SITE_URL: siteUrl, ...inside };
  return edgeConf(readEdgeSettings(env, siteDir), inlineScriptsOf(siteDir));
}

/** A random token or password, and the digest that the other side stores. */
function withDigest(): { readonly secret: string; readonly digest: string } {
  const secret = randomBytes(24).toString('hex');
  return { secret, digest: createHash('sha256').update(secret).digest('hex') };
}

/** Credentials for Redis and for the proxy in front of the engine, made as deploy/release.md says. */
function insideSecrets(): Settings {
  const [ingress, admin, web, worker, rooms] = [
    withDigest(),
    withDigest(),
    withDigest(),
    withDigest(),
    withDigest(),
  ];
  const users = readFileSync(join(REPOSITORY, 'deploy/redis/users.acl'), 'utf8')
    .replace('WEB_PASSWORD_SHA256', web.digest)
    .replace('WORKER_PASSWORD_SHA256', worker.digest)
    .replace('ROOMS_PASSWORD_SHA256', rooms.digest);
  return {
    engine_ingress_token: ingress.secret,
    engine_ingress_digests: `${ingress.digest}\n`,
    engine_admin_token: admin.secret,
    engine_admin_digests: `${admin.digest}\n`,
    redis_users: users,
    redis_url_web: `redis://web:${web.secret}@redis:6379/0`,
    redis_url_worker: `redis://worker:${worker.secret}@redis:6379/0`,
    redis_url_rooms: `redis://rooms:${rooms.secret}@redis:6379/0`,
  };
}

interface Passwords {
  readonly owner: string;
  readonly program: string;
}

function secretsOf(env: Settings, engineKey: string, { owner, program }: Passwords): Settings {
  return {
    postgres_password: owner,
    database_owner_url: `postgres://postgres:${owner}@postgres:5432/jawhara`,
    database_url: `postgres://shop:${program}@postgres:5432/jawhara`,
    rooms_database_url: `postgres://rooms:${program}@postgres:5432/jawhara`,
    room_ticket_key: env['ROOM_TICKET_KEY'] ?? '',
    room_inlet_secrets: env['ROOM_INLET_SECRETS'] ?? '',
    device_keys: env['DEVICE_KEYS'] ?? '',
    fine_quote_key: env['FINE_QUOTE_KEY'] ?? '',
    receipt_keys: env['RECEIPT_KEYS'] ?? '',
    upload_token_key: randomBytes(24).toString('hex'),
    checkout_com_secret_key: env['CHECKOUT_COM_SECRET_KEY'] ?? '',
    checkout_com_webhook_key: env['CHECKOUT_COM_WEBHOOK_KEY'] ?? '',
    engine_key: engineKey,
    ...insideSecrets(),
  };
}

/** Writes every file that deploy/release.md requires of an operator, with the sandbox in place of the providers. */
export function writeRehearsalShop(dir: string, basePort: number): RehearsalShop {
  const ports = portsFrom(basePort);
  const [siteUrl, sandboxUrl] = [httpUrl(ports.site), httpUrl(ports.sandbox)];
  const urls = { site: siteUrl, api: CALLS, sandbox: sandboxUrl, restateIngress: '', restateAdmin: '' };
  const env = stackEnvironment(ports, { ...urls, database: 'postgres://nobody', redis: '' }, {});
  const passwords = { owner: randomBytes(16).toString('hex'), program: randomBytes(16).toString('hex') };
  const engine = newEngineKey();
  const ours = Object.entries(env).filter(([name]) => !SAID_ELSEWHERE.test(name));
  const asServersCall = ours.map(([name, value]): [string, string] => [
    name,
    CALLED_BY_SERVERS.test(name) ? value.replace(sandboxUrl, `http://sandbox:${ports.sandbox}`) : value,
  ]);
  const played = Object.entries(env).filter(([name]) => name.startsWith('SANDBOX_'));

  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'secrets'), { recursive: true });
  mkdirSync(join(dir, 'tls'));
  // Readable by all: the containers run as another user, and the secrets are valid for this rehearsal only.
  const write = (name: string, text: string): void => {
    writeFileSync(join(dir, name), text);
    chmodSync(join(dir, name), 0o444);
  };
  write(
    'shop.env',
    asLines({ ...Object.fromEntries(asServersCall), RESTATE_IDENTITY_KEYS: engine.identity }),
  );
  const roomSettings = { ROOM_ORIGINS: siteUrl, ROOM_MOVE_URL: env['ROOM_MOVE_URL'] ?? '' };
  write('rooms.env', asLines(roomSettings));
  write('sandbox.env', asLines({ ...Object.fromEntries(played), SANDBOX_HOST: '0.0.0.0' }));
  write('edge.conf', writtenEdgeConf(env, siteUrl));
  for (const [name, text] of Object.entries(secretsOf(env, engine.pem, passwords)))
    write(`secrets/${name}`, text);
  return {
    dir,
    siteUrl,
    sandboxUrl,
    databaseUrl: `postgres://postgres:${passwords.owner}@127.0.0.1:${ports.postgres}/jawhara`,
    programPassword: passwords.program,
    settings: {
      SHOP_DIR: dir,
      HTTP_PORT: `127.0.0.1:${ports.site}`,
      HTTPS_PORT: `127.0.0.1:${ports.site + 4}`,
      SANDBOX_PORT: String(ports.sandbox),
      POSTGRES_PORT: String(ports.postgres),
      ENGINE_PARTITIONS: '4',
    },
  };
}
