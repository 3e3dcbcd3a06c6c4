import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../apps/api/src/platform/migrate-database.ts';
import { connectPostgres } from '../../apps/api/src/platform/postgres.ts';
import { seedDatabase } from '../../apps/api/src/program/seed-database.ts';
import { addTestOperators } from '../../apps/api/src/test/test-operators.ts';
import { leash } from '../stack/leash.ts';
import { freePorts, HOST } from '../stack/ports.ts';
import { createDatabase, dropDatabase, ensurePostgres } from '../stack/postgres.ts';
import { guardedRedis } from '../stack/redis.ts';
import { startRestate } from '../stack/restate.ts';

/** Not the first one, so that an address without its number is noticed. */
const REDIS_DATABASE = 2;

/**
 * Real services for the server's tests. The engine takes free ports and a directory of its own,
 * so that two runs at once do not meet.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await ensurePostgres();
  const [ingress = 0, admin = 0, node = 0, redisPort = 0] = await freePorts(4);
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-test-'));
  leash.removeAtEnd(dir);
  const redis = guardedRedis({ dir: join(dir, 'redis'), port: redisPort });
  await redis.part.start();
  await redis.part.ready();
  const restate = await startRestate({ baseDir: join(dir, 'restate'), ports: { ingress, admin, node } });

  const template = await makeTemplate(postgres.url);

  project.provide('databaseAdminUrl', postgres.url);
  project.provide('databaseTemplate', template);
  project.provide('redisUrl', `${redis.urlOf('web')}/${REDIS_DATABASE}`);
  project.provide('redisOwnerUrl', `${redis.urlOf('owner')}/${REDIS_DATABASE}`);
  project.provide('restateIngressUrl', `http://${HOST}:${ingress}`);
  project.provide('restateAdminUrl', `http://${HOST}:${admin}`);

  return async () => {
    await restate.stop();
    await dropDatabase(postgres.url, template);
    await redis.part.stop();
    await postgres.part?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Made once and copied for each test file: a copy takes a third of the time that all migrations do. */
async function makeTemplate(adminUrl: string): Promise<string> {
  const name = `jawhara_template_${randomBytes(6).toString('hex')}`;
  const db = connectPostgres({ url: await createDatabase(adminUrl, name), connectionsMax: 1 });
  await migrateDatabase(db);
  await seedDatabase(db);
  await addTestOperators(db);
  // Nobody may be connected to what is copied.
  await db.end();
  return name;
}
