import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, HOST } from '../../../../tools/stack/ports.ts';
import { privateRedis } from '../../../../tools/stack/redis.ts';

/** A Redis of a single test, which the test can make hang and continue. */
export interface TestRedisServer {
  readonly url: string;
  hang(): void;
  goOn(): void;
  stop(): Promise<void>;
}

export async function startPrivateRedis(): Promise<TestRedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'jawhara-redis-'));
  const [port = 0] = await freePorts(1);
  const part = privateRedis({ dir, port });
  await part.start();
  await part.ready();
  const signal = (name: NodeJS.Signals) => {
    const pid = part.pid();
    if (pid !== undefined) process.kill(pid, name);
  };
  return {
    url: `redis://${HOST}:${port}`,
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT');
      await part.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
