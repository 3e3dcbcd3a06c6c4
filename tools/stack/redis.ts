import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { STATE_DIR } from './repository.ts';

const REDIS_PORT = 6379;
const PING_TIMEOUT_MS = 1_000;

export interface RunningService {
  readonly url: string;
  /** Set only when this run started it, and so must end it. */
  readonly part: Part | undefined;
}

export async function ensureRedis(port: number = REDIS_PORT): Promise<RunningService> {
  const url = `redis://${HOST}:${port}`;
  if (await pongs(port)) return { url, part: undefined };
  const part = privateRedis({ dir: join(STATE_DIR, 'redis'), port });
  await part.start();
  await part.ready();
  return { url, part };
}

export function privateRedis({ dir, port }: { dir: string; port: number }): Part {
  requireRedisServer();
  mkdirSync(dir, { recursive: true });
  return processPart({
    name: 'redis',
    command: 'redis-server',
    args: ['--bind', HOST, '--port', String(port), '--dir', dir, '--save', '', '--appendonly', 'yes'],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'redis.log'),
    isReady: () => pongs(port),
  });
}

function requireRedisServer(): void {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      'Redis is missing: nothing answers on 127.0.0.1:6379 and there is no redis-server on the PATH. ' +
        'Debian, Ubuntu: apt-get install redis-server. macOS: brew install redis.',
    );
  }
}

export function pongs(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection({ host: HOST, port, timeout: PING_TIMEOUT_MS }, () =>
      socket.write('PING\r\n'),
    );
    const settle = (isUp: boolean): void => {
      socket.destroy();
      answer(isUp);
    };
    socket.once('data', (bytes) => settle(bytes.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
