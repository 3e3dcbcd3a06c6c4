import { join } from 'node:path';
import { asRooms } from './postgres-login.ts';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { httpUrl } from './profiles.ts';
import type { ProgramContext } from './program-context.ts';
import { privateRedis } from './redis.ts';
import { REPOSITORY } from './repository.ts';
import { DEMO_ROOM_ID } from './rooms-environment.ts';
import { answersOk } from './wait-until.ts';

/** A Redis for rooms alone: its channels and functions belong to the whole server, not to one of its numbered databases. */
export function roomsRedisPart({ dir, ports }: ProgramContext): Part {
  return privateRedis({ name: 'rooms-redis', dir: join(dir, 'rooms-redis'), port: ports.roomsRedis });
}

export function roomGatewayPart(context: ProgramContext, number: 1 | 2): Part {
  const { ports, urls, env, logsDir, reloads } = context;
  const [port, metrics] =
    number === 1 ? [ports.rooms1, ports.rooms1Metrics] : [ports.rooms2, ports.rooms2Metrics];
  const name = `rooms-${number}`;
  return processPart({
    name,
    command: process.execPath,
    args: [
      ...(reloads ? ['--watch', '--watch-preserve-output'] : []),
      '--max-semi-space-size=4',
      'apps/rooms/src/main.ts',
    ],
    cwd: REPOSITORY,
    env: {
      ...env,
      ROOM_PORT: String(port),
      METRICS_PORT: String(metrics),
      DATABASE_URL: asRooms(urls.database),
      REDIS_URL: `redis://${HOST}:${ports.roomsRedis}/0`,
      // In development a stop does not wait for clients.
      ROOM_DRAIN_SECONDS: '1',
    },
    logFile: join(logsDir, `${name}.log`),
    isReady: () => answersOk(`${httpUrl(port)}/readyz`),
    isWatched: reloads,
  });
}

/** Sends changes of a room through the inlet, as the app's server does. */
export function demoRoomPart({ env, logsDir }: ProgramContext): Part {
  return processPart({
    name: 'demo-room',
    command: process.execPath,
    args: ['apps/rooms/src/room.ts', 'play', DEMO_ROOM_ID],
    cwd: REPOSITORY,
    env,
    logFile: join(logsDir, 'demo-room.log'),
    isReady: async () => true,
  });
}
