import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import postgres from 'postgres';
import { isPortInUse } from './ports.ts';
import { adminUrl, letsUsIn } from './postgres-login.ts';
import { privatePostgres } from './private-postgres.ts';
import type { RunningService } from './redis.ts';
import { STATE_DIR } from './repository.ts';
import { waitUntil } from './wait-until.ts';

const POSTGRES_PORT = 5432;
/** Near the development ports, for a machine whose port 5432 has another use. */
const PRIVATE_POSTGRES_PORT = 4190;
const START_TIMEOUT_MS = 60_000;

/** A server on which we may create databases: one that runs already, otherwise Debian's own, otherwise a private one. */
export async function ensurePostgres(): Promise<RunningService> {
  const url = adminUrl(POSTGRES_PORT);
  if (await letsUsIn(url)) return { url, part: undefined };
  if (!(await isPortInUse(POSTGRES_PORT)) && (await startDebianCluster(url))) return { url, part: undefined };

  const ownUrl = adminUrl(PRIVATE_POSTGRES_PORT);
  if (await letsUsIn(ownUrl)) return { url: ownUrl, part: undefined };
  const part = privatePostgres({ dir: join(STATE_DIR, 'postgres'), port: PRIVATE_POSTGRES_PORT });
  await part.start();
  await part.ready();
  return { url: ownUrl, part };
}

async function startDebianCluster(url: string): Promise<boolean> {
  const cluster = debianClusterOn(POSTGRES_PORT);
  if (cluster === undefined || process.getuid?.() !== 0) return false;
  try {
    execFileSync('pg_ctlcluster', [...cluster, 'start'], { stdio: 'ignore' });
    await waitUntil('the Debian cluster', () => isPortInUse(POSTGRES_PORT), START_TIMEOUT_MS);
  } catch {
    return false;
  }
  if (await letsUsIn(url)) return true;
  execFileSync('pg_ctlcluster', [...cluster, 'stop'], { stdio: 'ignore' });
  return false;
}

function debianClusterOn(port: number): [version: string, name: string] | undefined {
  try {
    const lines = execFileSync('pg_lsclusters', ['-h'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const line of lines.split('\n')) {
      const [version, name, clusterPort] = line.trim().split(/\s+/);
      if (version !== undefined && name !== undefined && clusterPort === String(port)) return [version, name];
    }
  } catch {
    // not Debian
  }
  return undefined;
}

const EMPTY = 'template1';

/** Creates a database, empty or as a copy of the template, and returns its address. An old one of that name is replaced. */
export async function createDatabase(serverUrl: string, name: string, template = EMPTY): Promise<string> {
  await dropDatabase(serverUrl, name);
  await asAdmin(serverUrl, async (sql) => {
    await sql`create database ${sql(name)} template ${sql(template)}`;
    // A copy has the template's contents, but not the rights on the database itself, which migrations have revoked there.
    if (template !== EMPTY) await sql`revoke temporary on database ${sql(name)} from public`;
  });
  return databaseUrl(serverUrl, name);
}

/** Creates the database if it does not exist. For development, which keeps the data of earlier runs. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await asAdmin(serverUrl, async (sql) => {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (found === undefined) await sql`create database ${sql(name)}`;
  });
  return databaseUrl(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await asAdmin(serverUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(serverUrl: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
