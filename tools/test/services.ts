import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { leash } from '../stack/leash.ts';
import { freePorts, HOST } from '../stack/ports.ts';
import { ensurePostgres } from '../stack/postgres.ts';
import { ensureRedis } from '../stack/redis.ts';
import { startRestate } from '../stack/restate.ts';

/** The test profile's logical database in Redis. */
const REDIS_DATABASE = 2;

/**
 * Real services for the server's tests. The engine takes free ports and a directory of its own,
 * so that two runs at once do not meet.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, redis] = [await ensurePostgres(), await ensureRedis()];
  const [ingress = 0, admin = 0, node = 0] = await freePorts(3);
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-test-'));
  leash.removeAtEnd(dir);
  const restate = await startRestate({ baseDir: join(dir, 'restate'), ports: { ingress, admin, node } });

  project.provide('databaseAdminUrl', postgres.url);
  project.provide('redisUrl', `${redis.url}/${REDIS_DATABASE}`);
  project.provide('restateIngressUrl', `http://${HOST}:${ingress}`);
  project.provide('restateAdminUrl', `http://${HOST}:${admin}`);

  return async () => {
    await restate.stop();
    await redis.part?.stop();
    await postgres.part?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
