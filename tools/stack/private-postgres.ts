import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { adminUrl, letsUsIn } from './postgres-login.ts';

interface User {
  readonly uid: number;
  readonly gid: number;
}

const SETTINGS = [`listen_addresses=${HOST}`, 'unix_socket_directories=', 'max_connections=200', 'fsync=on'];

/** A PostgreSQL server of this run with normal durability, so that it can be killed and its data checked afterwards. */
export function privatePostgres({ dir: wanted, port }: { dir: string; port: number }): Part {
  const bin = findPostgresBin();
  const user = postgresUser();
  const dir = postgresHome(wanted);
  const data = join(dir, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(bin, dir, data, user);
  return processPart({
    name: 'postgres',
    command: join(bin, 'postgres'),
    args: ['-D', data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    logFile: join(dir, 'postgres.log'),
    // SIGINT is PostgreSQL's fast shutdown, which does not wait for clients to disconnect.
    stopSignal: 'SIGINT',
    isReady: () => letsUsIn(adminUrl(port)),
    ...(user && { user }),
  });
}

/** The real folder of the cluster: user postgres cannot enter a checkout below /root. */
export function postgresHome(wanted: string): string {
  const user = postgresUser();
  mkdirSync(wanted, { recursive: true });
  if (user === undefined) return wanted;
  chownSync(wanted, user.uid, user.gid);
  try {
    execFileSync('test', ['-w', wanted], user);
    return wanted;
  } catch {
    const elsewhere = join(
      '/var/tmp',
      `jawhara-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`,
    );
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
    chownSync(elsewhere, user.uid, user.gid);
    return elsewhere;
  }
}

function initialise(bin: string, dir: string, data: string, user: User | undefined): void {
  mkdirSync(dir, { recursive: true });
  if (user) chownSync(dir, user.uid, user.gid);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: dir,
      ...user,
    },
  );
}

export function findPostgresBin(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const found = candidates.find(
    (dir) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  );
  if (found !== undefined) return found;
  throw new Error(
    'PostgreSQL is missing: nothing lets us in on 127.0.0.1:5432 as user postgres, and no initdb was found. ' +
      'Debian, Ubuntu: apt-get install postgresql. macOS: brew install postgresql@17 and put its bin on the PATH.',
  );
}

/** The user postgres, if this process runs as root: PostgreSQL refuses to run as root. */
export function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
