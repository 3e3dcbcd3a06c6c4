import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { REPOSITORY, STATE_DIR } from './repository.ts';

const REDIS_PORT = 6379;
const PING_TIMEOUT_MS = 1_000;

export interface RunningService {
  readonly url: string;
  /** Set only if this run started Redis and so must stop it. */
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

interface PrivateRedisOptions {
  readonly dir: string;
  readonly port: number;
  readonly name?: string;
}

export function privateRedis({ dir, port, name = 'redis' }: PrivateRedisOptions): Part {
  requireRedisServer();
  mkdirSync(dir, { recursive: true });
  return processPart({
    name,
    command: 'redis-server',
    args: ['--bind', HOST, '--port', String(port), '--dir', dir, '--save', '', '--appendonly', 'yes'],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'redis.log'),
    isReady: () => pongs(port),
  });
}

/** The users of deploy/redis/users.acl. */
const REDIS_USERS = ['web', 'worker', 'rooms'] as const;
type RedisUser = (typeof REDIS_USERS)[number];
/** The name of a Redis user with every right, which only tests have. */
const OWNER = 'owner';

interface GuardedRedis {
  readonly part: Part;
  /** The address with this user's name and password. */
  urlOf(user: RedisUser | typeof OWNER): string;
}

/** Starts Redis with the files of deploy/redis and passwords of this run, so that it refuses the same commands as in production. */
export function guardedRedis({
  dir,
  port,
  args = [],
}: {
  dir: string;
  port: number;
  args?: readonly string[];
}): GuardedRedis {
  requireRedisServer();
  mkdirSync(dir, { recursive: true });
  const passwords = Object.fromEntries(
    [...REDIS_USERS, OWNER].map((user) => [user, randomBytes(16).toString('hex')]),
  );
  const users = join(dir, 'users.acl');
  writeFileSync(users, `${usersWith(passwords)}user ${OWNER} on >${passwords[OWNER] ?? ''} ~* &* +@all\n`);
  const part = processPart({
    name: 'redis',
    command: 'redis-server',
    args: [
      join(REPOSITORY, 'deploy/redis/redis.conf'),
      '--bind',
      HOST,
      '--port',
      String(port),
      '--dir',
      dir,
      '--aclfile',
      users,
      ...args,
    ],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'redis.log'),
    isReady: async () => (await ask(port, ['PING'])).startsWith('-NOAUTH'),
  });
  return { part, urlOf: (user) => `redis://${user}:${passwords[user] ?? ''}@${HOST}:${port}` };
}

/** Fills digests of the passwords into users.acl, as deploy/release.md does with sed. */
function usersWith(passwords: Readonly<Record<string, string>>): string {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  return Object.entries(passwords).reduce(
    (text, [user, password]) => text.replace(`${user.toUpperCase()}_PASSWORD_SHA256`, digest(password)),
    readFileSync(join(REPOSITORY, 'deploy/redis/users.acl'), 'utf8'),
  );
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

export async function pongs(port: number): Promise<boolean> {
  return (await ask(port, ['PING'])).startsWith('+PONG');
}

/** Empties one logical database, named by the last part of its address. */
export async function flushRedis(url: string): Promise<void> {
  const { port, pathname } = new URL(url);
  const answer = await ask(Number(port), [`SELECT ${pathname.slice(1)}`, 'FLUSHDB']);
  if (answer !== '+OK\r\n+OK\r\n') throw new Error(`Redis did not empty ${url}: ${answer.trim()}`);
}

/** Sends commands to Redis and returns its raw reply, without a client library: two commands are not worth one. */
function ask(port: number, commands: readonly string[]): Promise<string> {
  return new Promise((answer) => {
    let received = '';
    const socket = createConnection({ host: HOST, port, timeout: PING_TIMEOUT_MS }, () =>
      socket.write(commands.map((command) => `${command}\r\n`).join('')),
    );
    const settle = (): void => {
      socket.destroy();
      answer(received);
    };
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (received.split('\r\n').length > commands.length) settle();
    });
    socket.once('error', settle);
    socket.once('timeout', settle);
    socket.once('close', settle);
  });
}
