import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { processPart } from '../../../../tools/stack/part.ts';
import { freePorts, HOST } from '../../../../tools/stack/ports.ts';
import type { guardedRedis } from '../../../../tools/stack/redis.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';

/** A replica of a primary, and a sentinel that promotes it when the primary fails. */
export interface RedisFailover {
  /** Settings for a gateway that uses the sentinel. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const NAME = 'jawhara';

async function ask(url: string, work: (redis: Redis) => Promise<string>): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: null });
  redis.on('error', () => {});
  try {
    return await work(redis);
  } catch {
    return '';
  } finally {
    redis.disconnect();
  }
}

export async function startFailover(
  primary: ReturnType<typeof guardedRedis>,
  primaryDir: string,
  dir: string,
): Promise<RedisFailover> {
  const [replicaPort = 0, sentinelPort = 0] = await freePorts(2);
  const owner = new URL(primary.urlOf('owner'));
  mkdirSync(join(dir, 'replica'), { recursive: true });
  // Users are not replicated, so both servers load the same file.
  const users = join(dir, 'replica/users.acl');
  copyFileSync(join(primaryDir, 'users.acl'), users);
  const replicaUrl = `redis://${owner.username}:${owner.password}@${HOST}:${replicaPort}`;
  // The sentinel makes the promoted server rewrite its configuration, so the replica gets a copy.
  const conf = join(dir, 'replica/redis.conf');
  copyFileSync(join(REPOSITORY, 'deploy/redis/redis.conf'), conf);
  const settings = [
    `--bind ${HOST}`,
    `--port ${replicaPort}`,
    `--dir ${join(dir, 'replica')}`,
    `--aclfile ${users}`,
    `--replicaof ${HOST} ${owner.port}`,
    `--masteruser ${owner.username}`,
    `--masterauth ${owner.password}`,
    '--repl-diskless-sync-delay 0',
  ].flatMap((line) => line.split(' '));
  const replica = processPart({
    name: 'redis-replica',
    command: 'redis-server',
    args: [conf, ...settings],
    cwd: dir,
    env: { PATH: '/usr/bin:/bin:/usr/local/bin' },
    logFile: join(dir, 'replica.log'),
    isReady: async () =>
      (await ask(replicaUrl, (redis) => redis.info('replication'))).includes('master_link_status:up'),
  });
  // The sentinel writes its state into its own configuration file.
  const file = join(dir, 'sentinel.conf');
  writeFileSync(
    file,
    `bind ${HOST}\ndir ${dir}\n${readFileSync(join(REPOSITORY, 'deploy/redis/sentinel.conf'), 'utf8')
      .replace(/^port .*/m, `port ${sentinelPort}`)
      .replace('REDIS_HOST REDIS_PORT SENTINELS_THAT_AGREE', `${HOST} ${owner.port} 1`)
      .replace('SENTINEL_USER', owner.username)
      .replace('SENTINEL_PASSWORD', owner.password)}`,
  );
  const sentinel = processPart({
    name: 'redis-sentinel',
    command: 'redis-server',
    args: [file, '--sentinel'],
    cwd: dir,
    env: { PATH: '/usr/bin:/bin:/usr/local/bin' },
    logFile: join(dir, 'sentinel.log'),
    isReady: async () => {
      const known = await ask(`redis://${HOST}:${sentinelPort}`, async (redis) =>
        String(await redis.call('SENTINEL', 'replicas', NAME)),
      );
      return known.includes(String(replicaPort));
    },
  });
  await replica.start();
  await replica.ready();
  await sentinel.start();
  await sentinel.ready();
  return {
    env: {
      REDIS_SENTINELS: `${HOST}:${sentinelPort}`,
      REDIS_SENTINEL_NAME: NAME,
    },
    async stop() {
      await sentinel.kill();
      await replica.kill();
    },
  };
}
