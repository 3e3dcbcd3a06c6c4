import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leash } from '../../../../tools/stack/leash.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { guardedRedis } from '../../../../tools/stack/redis.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';
import { LIBRARY_CODE } from './room-library.ts';

/** The user `rooms` of deploy/redis/users.acl. All other gateway tests show that it has the rights a gateway needs. */

let server: ReturnType<typeof guardedRedis>;
let redis: Redis;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-rooms-user-'));
  leash.removeAtEnd(dir);
  const [port = 0] = await freePorts(1);
  server = guardedRedis({ dir, port });
  await server.part.start();
  await server.part.ready();
  redis = new Redis(server.urlOf('rooms'), { disableClientInfo: true });
});
afterAll(async () => {
  redis.disconnect();
  await server.part.stop();
});

it('the Redis user of the rooms may run every Redis command of the functions that change rooms', () => {
  const users = readFileSync(join(REPOSITORY, 'deploy/redis/users.acl'), 'utf8');
  const [line = ''] = /^user rooms .*$/m.exec(users) ?? [];
  const called = [...LIBRARY_CODE.matchAll(/redis\.call\('([A-Z]+)'/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  expect(new Set(called).size).toBeGreaterThan(8);
  expect(called.filter((name) => !line.split(' ').includes(`+${name}`))).toEqual([]);
});

const REFUSED: readonly (readonly [string, ...string[]])[] = [
  ['FLUSHALL'],
  ['CONFIG', 'GET', '*'],
  ['KEYS', '*'],
  ['SCAN', '0'],
  ['EVAL', 'return 1', '0'],
  ['FUNCTION', 'FLUSH'],
  ['FUNCTION', 'DELETE', 'jawhara_rooms_v1'],
  ['FUNCTION', 'DUMP'],
  ['ACL', 'LIST'],
  ['CLIENT', 'LIST'],
  ['MONITOR'],
  ['SHUTDOWN'],
  ['REPLICAOF', '127.0.0.1', '1'],
  ['PUBLISH', 'jawhara:room:{1}', 'x'],
  ['SPUBLISH', 'other', 'x'],
  ['SSUBSCRIBE', 'other'],
  ['PSUBSCRIBE', '*'],
  ['HGET', 'jawhara:limit:login:me', 'x'],
  ['SET', 'jawhara:shield:x', '1'],
  ['SET', 'other', '1'],
];

it('the Redis user of the rooms cannot reach keys of the shop, and may not flush, list keys or configure Redis', async () => {
  const answered: string[] = [];
  for (const [command, ...args] of REFUSED) {
    const refusal = await redis.call(command, ...args).then(String, (error: Error) => error.message);
    if (!refusal.startsWith('NOPERM')) answered.push(`${[command, ...args].join(' ')}: ${refusal}`);
  }
  expect(answered).toEqual([]);
});
