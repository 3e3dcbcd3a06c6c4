import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RoomEnv } from './env.ts';
import { drain } from './gateway/drain.ts';
import { createPositionCheck, endLiveRooms } from './gateway/position-check.ts';
import { createHub, type HubDeps } from './gateway/room-hub.ts';
import { createDoor } from './gateway/socket-door.ts';
import { keepSockets, type SocketKeeper } from './gateway/socket-keeper.ts';
import { createFullStatus } from './http/full-status.ts';
import { createRoomHttp } from './http/room-http.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import { createMetrics, type RoomMetrics } from './platform/metrics.ts';
import type { Db } from './platform/postgres.ts';
import { connectRedis } from './platform/redis.ts';
import { createRoomStore } from './storage/room-store.ts';
import { linkStorage } from './storage/storage-link.ts';

/** How often rooms are compared with storage (RP-54). */
const LOOK_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 500;

export interface Gateway {
  readonly server: Server;
  readonly metrics: RoomMetrics;
  readonly keeper: SocketKeeper;
  readonly isReady: () => boolean;
  /** Before the process stops: moves every client to another gateway, or closes its socket (RP-58). */
  drain(): Promise<{ readonly closed: number }>;
  stop(): Promise<void>;
}

interface GatewayDeps {
  readonly env: RoomEnv;
  readonly db: Db;
  readonly logger: Logger;
  readonly now: Clock;
}

/** Repeats the work at this interval; a failure is logged and does not stop the repetition. */
function repeat(ms: number, logger: Logger, work: () => Promise<void> | void): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => logger.warn({ err: (error as Error).message }, 'a repeated look failed'))
      .finally(() => {
        isRunning = false;
      });
  }, ms);
  return () => clearInterval(timer);
}

function watchGauges(metrics: RoomMetrics, deps: HubDeps, keeper: SocketKeeper, rooms: () => number): void {
  metrics.watch('sockets', 'Open sockets', () => keeper.count);
  metrics.watch('slow_sockets', 'Sockets with too much unsent at this moment', () => {
    let slow = 0;
    for (const { slowSinceMs } of keeper.all()) if (slowSinceMs !== null) slow += 1;
    return slow;
  });
  metrics.watch('rooms', 'Rooms with a subscription', rooms);
  metrics.watch('generation', 'The generation of rooms, 0 while storage is away', () =>
    deps.link.isUsable() ? deps.link.generation() : 0,
  );
}

/** Connects every part of a gateway. Its server does not listen yet. */
export function createGateway({ env, db, logger, now }: GatewayDeps): Gateway {
  const metrics = createMetrics();
  const stopping = new AbortController();
  const connect = (name: string) => connectRedis(env.redis, logger, name, stopping.signal);
  const [redis, subscriber] = [connect('commands'), connect('subscriber')];
  const link = linkStorage({ redis, db, logger });
  const store = createRoomStore(link);
  const deps: HubDeps = { link, subscriber, store, metrics, logger, now };
  const hub = createHub(deps);
  const keeper = keepSockets(deps, hub);
  const positions = createPositionCheck(deps, hub, pause);
  link.onGeneration((generation) => endLiveRooms(hub, generation));
  subscriber.on('ready', () => void hub.resubscribe());
  watchGauges(metrics, deps, keeper, () => hub.rooms.size);

  let isDraining = false;
  const isReady = () => link.isUsable() && subscriber.status === 'ready' && !isDraining;
  const server = createRoomHttp({
    ...deps,
    env,
    fullStatus: createFullStatus({ store, metrics, now }),
    readiness: () => ({ isReady: isReady(), isDraining }),
  });
  server.on('upgrade', createDoor({ ...deps, env, keeper, isDraining: () => isDraining }));
  const ends = [
    repeat(LOOK_EVERY_MS, logger, () => positions.look()),
    repeat(SWEEP_EVERY_MS, logger, () => {
      keeper.sweep();
      hub.forgetEmpty();
    }),
  ];

  return {
    server,
    metrics,
    keeper,
    isReady,
    drain() {
      isDraining = true;
      return drain({
        keeper,
        moveUrl: env.moveUrl,
        drainMs: env.drainMs,
        monotonicMs: () => performance.now(),
        wait: pause,
      });
    },
    async stop() {
      for (const end of ends) end();
      link.stop();
      stopping.abort();
      server.close();
      for (const socket of keeper.all()) socket.ws.terminate();
      server.closeAllConnections();
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}
