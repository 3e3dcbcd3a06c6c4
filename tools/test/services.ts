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

/** Another database than the default 0, so that tests fail if an address lacks the number. */
const REDIS_DATABASE = 2;

/**
 * Starts real services for the server's tests. Engine and Redis have free ports and own directories, so two runs do not collide.
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

/** Created once and copied for each test file: a copy takes a third of the time of all migrations. */
async function makeTemplate(adminUrl: string): Promise<string> {
  const name = `jawhara_template_${randomBytes(6).toString('hex')}`;
  const db = connectPostgres({ url: await createDatabase(adminUrl, name), connectionsMax: 1 });
  await migrateDatabase(db);
  await seedDatabase(db);
  await addTestOperators(db);
  // A template can be copied only while no session is connected to it.
  await db.end();
  return name;
}
