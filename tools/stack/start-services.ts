import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { adminUrl } from './postgres-login.ts';
import { createDatabase, dropDatabase, ensureDatabase, ensurePostgres } from './postgres.ts';
import { postgresHome, privatePostgres } from './private-postgres.ts';
import { HOST } from './ports.ts';
import { httpUrl, type PROFILES, type StackPorts, type StackUrls } from './profiles.ts';
import { ensureRedis, flushRedis, privateRedis } from './redis.ts';
import { startEngines } from './engines.ts';
import { startRestate } from './restate.ts';
import type { RunRecord } from './run-record.ts';

interface ServicesOptions {
  readonly profile: (typeof PROFILES)[keyof typeof PROFILES];
  readonly ports: StackPorts;
  readonly dir: string;
  readonly logsDir: string;
  readonly database: string;
  readonly redisDatabase: number;
  /** Nodes of the flow engine: a single one, or a cluster of three. */
  readonly engines: 1 | 3;
  readonly run: RunRecord;
  readonly say: (line: string) => void;
}

/** Starts (or finds) PostgreSQL, Redis and the flow engine, with a database for this run. */
export async function startServices(options: ServicesOptions): Promise<StackUrls> {
  const { profile, ports, dir, logsDir, database, run, say } = options;
  say('looking for PostgreSQL and Redis');
  const servers = profile.services === 'private' ? await ownServers(options) : await sharedServers(run);
  const redis = `${servers.redis}/${options.redisDatabase}`;

  if (!profile.keepsData) {
    run.atEnd(() => rmSync(join(dir, 'restate'), { recursive: true, force: true }));
    await flushRedis(redis);
    if (profile.services === 'shared') run.atEnd(() => dropDatabase(servers.postgres, database));
  }
  const databaseUrl = profile.keepsData
    ? await ensureDatabase(servers.postgres, database)
    : await createDatabase(servers.postgres, database);

  say(`starting Restate${options.engines === 3 ? ' on three nodes' : ''}`);
  const baseDir = join(dir, 'restate');
  const restatePorts = { ingress: ports.restateIngress, admin: ports.restateAdmin, node: ports.restateNode };
  if (options.engines === 3) await startEngines({ baseDir, ports: restatePorts, logsDir, run });
  else
    run.started(await startRestate({ baseDir, ports: restatePorts, logFile: join(logsDir, 'restate.log') }));

  return {
    site: httpUrl(ports.site),
    api: httpUrl(ports.api),
    sandbox: httpUrl(ports.sandbox),
    restateIngress: httpUrl(ports.restateIngress),
    restateAdmin: httpUrl(ports.restateAdmin),
    database: databaseUrl,
    redis,
  };
}

interface Servers {
  readonly postgres: string;
  readonly redis: string;
}

async function sharedServers(run: RunRecord): Promise<Servers> {
  const postgres = await ensurePostgres();
  if (postgres.part) run.started(postgres.part);
  const redis = await ensureRedis();
  if (redis.part) run.started(redis.part);
  return { postgres: postgres.url, redis: redis.url };
}

async function ownServers({ dir, ports, run }: ServicesOptions): Promise<Servers> {
  const homes = { postgres: postgresHome(join(dir, 'postgres')), redis: join(dir, 'redis') };
  for (const home of Object.values(homes)) {
    rmSync(home, { recursive: true, force: true });
    run.atEnd(() => rmSync(home, { recursive: true, force: true }));
  }
  const parts = [
    privatePostgres({ dir: join(dir, 'postgres'), port: ports.postgres }),
    privateRedis({ dir: homes.redis, port: ports.redis }),
  ];
  for (const part of parts) {
    run.started(part);
    await part.start();
    await part.ready();
  }
  return { postgres: adminUrl(ports.postgres), redis: `redis://${HOST}:${ports.redis}` };
}
