import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOM_TICKET_LIFE_MS, writeRoomTicket } from '@jawhara/contract';
import { isSameJson, tablesAsJson, type RoomTables } from '@jawhara/room-sync';
import { leash } from '../../../../tools/stack/leash.ts';
import { freePorts, HOST } from '../../../../tools/stack/ports.ts';
import { guardedRedis } from '../../../../tools/stack/redis.ts';
import { createProducer, type RoomProducer } from '../play/room-producer.ts';
import { gatewayProcess, INLET_SECRET, ORIGIN, TICKET_KEY, type GatewayProcess } from './gateway-process.ts';
import { followRoom, type FollowerDeps, type RoomFollower } from './room-follower.ts';

/** Real gateways on a real Redis with the users of deploy/redis, and clients and a producer for them. */
export interface RoomStage {
  readonly dir: string;
  readonly redis: ReturnType<typeof guardedRedis>;
  readonly gateways: readonly GatewayProcess[];
  producer(rid: string, gateways?: readonly string[]): RoomProducer;
  /** A client that connects to this gateway first, and after a failure to the next, as a load balancer would lead it. */
  follower(rid: string, first?: number, more?: Partial<FollowerDeps>): RoomFollower;
  ticket(rid: string, more?: { readonly subject?: string; readonly lifeMs?: number }): string;
  close(): Promise<void>;
}

export interface StageOptions {
  /** The address of a database with every migration. */
  readonly databaseUrl: string;
  readonly gateways?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The drain time of a gateway, in seconds; its sockets are moved to the next gateway. */
  readonly drainSeconds?: number;
  /** Runs once Redis is up, before any gateway; returns further settings for the gateways. */
  readonly prepareRedis?: (
    redis: ReturnType<typeof guardedRedis>,
    dir: string,
  ) => Promise<Readonly<Record<string, string>>>;
}

const CHECKED_FOR_MS = 300;

const mac = (text: string) => createHmac('sha256', TICKET_KEY).update(text).digest('base64url');

export function makeTicket(rid: string, subject: string, lifeMs: number = ROOM_TICKET_LIFE_MS): string {
  const id = randomBytes(16).toString('base64url');
  return writeRoomTicket({ rid, subject, id, expiresAtMs: Date.now() + lifeMs }, mac);
}

/** The data of a full status from the gateway; throws if it refuses. */
export async function readStatus(gateway: string, rid: string): Promise<unknown> {
  const response = await fetch(`${gateway}/api/room/full_status/?rid=${rid}`, {
    signal: AbortSignal.timeout(10_000),
  });
  const envelope = (await response.json()) as { readonly result: number; readonly data: unknown };
  if (envelope.result !== 0) throw new Error(`refused with ${envelope.result}`);
  return envelope.data;
}

export const isSameState = (a: RoomTables, b: RoomTables): boolean =>
  isSameJson(tablesAsJson(a), tablesAsJson(b));

/** The health checks of a load balancer: each gateway is checked now and then, not once for each client. */
function watchHealth() {
  const checks = new Map<string, { readonly atMs: number; readonly isReady: Promise<boolean> }>();
  return {
    isReady(url: string): Promise<boolean> {
      const known = checks.get(url);
      if (known && Date.now() - known.atMs < CHECKED_FOR_MS) return known.isReady;
      const isReady = fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      checks.set(url, { atMs: Date.now(), isReady });
      return isReady;
    },
  };
}

export async function openStage(options: StageOptions): Promise<RoomStage> {
  const { databaseUrl, gateways: count = 2, drainSeconds = 3 } = options;
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-rooms-'));
  leash.removeAtEnd(dir);
  const ports = await freePorts(1 + 2 * count);
  const [redisPort = 0, ...others] = ports;
  const redis = guardedRedis({ dir: join(dir, 'redis'), port: redisPort });
  await redis.part.start();
  await redis.part.ready();
  const redisEnv = await options.prepareRedis?.(redis, dir);
  const portOf = (i: number) => others[2 * (i % count)] ?? 0;
  const gateways = Array.from({ length: count }, (_, i) =>
    gatewayProcess({
      name: `gateway-${i + 1}`,
      dir,
      port: portOf(i),
      metricsPort: others[2 * i + 1] ?? 0,
      env: {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.urlOf('rooms'),
        ROOM_MOVE_URL: `ws://${HOST}:${portOf(i + 1)}/api/room/socket/`,
        ROOM_DRAIN_SECONDS: String(drainSeconds),
        ...options.env,
        ...redisEnv,
      },
    }),
  );
  await Promise.all(gateways.map(({ part }) => part.start()));
  await Promise.all(gateways.map(({ part }) => part.ready()));
  const followers: RoomFollower[] = [];
  const health = watchHealth();

  function depsOf(rid: string, first: number): FollowerDeps {
    let turn = first;
    const subject = randomBytes(16).toString('base64url');
    const gatewayNow = () => gateways[turn % count] ?? gateways[0];
    return {
      rid,
      origin: ORIGIN,
      moveRules: { hosts: gateways.map(({ port }) => `${HOST}:${port}`), allowsPlainSocket: true },
      async fetchTicket() {
        // A load balancer does not lead a client to a gateway that is down.
        for (let tried = 0; tried < count && !(await health.isReady(gatewayNow()?.url ?? '')); tried += 1)
          turn += 1;
        return { ticket: makeTicket(rid, subject), url: gatewayNow()?.socketUrl ?? '' };
      },
      async fetchStatus(requestedRoom) {
        for (const { url } of [...gateways.slice(turn % count), ...gateways.slice(0, turn % count)]) {
          const data = await readStatus(url, requestedRoom).catch((error: Error) => error);
          if (!(data instanceof Error)) return data;
        }
        throw new Error('no gateway answers');
      },
    };
  }

  return {
    dir,
    redis,
    gateways,
    ticket: (rid, { subject = randomBytes(16).toString('base64url'), lifeMs } = {}) =>
      makeTicket(rid, subject, lifeMs),
    producer: (rid, urls = gateways.map(({ url }) => url)) =>
      createProducer({ rid, secret: INLET_SECRET, gateways: urls, wait: pause }),
    follower(rid, first = 0, more = {}) {
      const follower = followRoom({ ...depsOf(rid, first), ...more });
      followers.push(follower);
      return follower;
    },
    async close() {
      for (const follower of followers) follower.stop();
      await Promise.all(gateways.map(({ part }) => part.kill()));
      await redis.part.stop();
    },
  };
}
