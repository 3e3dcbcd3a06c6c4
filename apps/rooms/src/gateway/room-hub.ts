import { generationOf } from '@jawhara/room-sync';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { RoomMetrics } from '../platform/metrics.ts';
import type { Redis } from '../platform/redis.ts';
import { readPublished, type PublishedMessage } from '../storage/published-message.ts';
import { keysOf, ridOfChannel } from '../storage/room-keys.ts';
import type { RoomStore } from '../storage/room-store.ts';
import type { StorageLink } from '../storage/storage-link.ts';
import type { RoomSocket } from './room-socket.ts';
import {
  broadcast,
  join,
  openWatchedRoom,
  takeLog,
  takePublished,
  type WatchedRoom,
} from './watched-room.ts';

export interface HubDeps {
  readonly link: StorageLink;
  /** A connection of its own: a subscribed connection can send no other commands. */
  readonly subscriber: Redis;
  readonly store: RoomStore;
  readonly metrics: RoomMetrics;
  readonly logger: Logger;
  readonly now: Clock;
}

/** All rooms that have sockets on this gateway. */
export interface RoomHub {
  readonly rooms: ReadonlyMap<string, WatchedRoom>;
  /** Adds the socket to its room, after subscribing to the room and reading it. Throws StorageAway. */
  enter(socket: RoomSocket, clientSn: number | null): Promise<void>;
  leave(socket: RoomSocket): void;
  send(room: WatchedRoom, frame: Buffer): void;
  /** Called after the subscriber has reconnected. Messages may have been lost, so compare positions afterwards. */
  resubscribe(): Promise<void>;
  /** Unsubscribes from rooms that have been empty for a while. */
  forgetEmpty(): void;
}

/** A room stays subscribed this long after its last socket has left, because a client often comes back at once. */
const EMPTY_FOR_MS = 10_000;

export function createHub(deps: HubDeps): RoomHub {
  const { subscriber, store, metrics, now } = deps;
  const rooms = new Map<string, WatchedRoom>();
  const nowMs = () => now().getTime();
  const send = (room: WatchedRoom, frame: Buffer) => metrics.framesSent(broadcast(room, frame, nowMs()));
  listen(deps, rooms, send);

  async function subscribeAndRead(room: WatchedRoom): Promise<void> {
    await subscriber.ssubscribe(keysOf(room.rid).channel);
    takeLog(room, await store.readLog(room.rid));
  }

  function roomOf(rid: string): WatchedRoom {
    const known = rooms.get(rid);
    if (known) return known;
    const room = openWatchedRoom(rid, nowMs());
    rooms.set(rid, room);
    room.ready = subscribeAndRead(room);
    room.ready.catch(() => {
      if (rooms.get(rid) === room) rooms.delete(rid);
    });
    return room;
  }

  async function enter(socket: RoomSocket, clientSn: number | null): Promise<void> {
    const room = roomOf(socket.rid);
    await room.ready;
    // Another gateway may have sent the client this change before the channel has brought it to this one.
    if (clientSn !== null && clientSn > room.sn) takeLog(room, await store.readLog(room.rid));
    if (socket.ws.readyState !== socket.ws.OPEN) return;
    // The room may have been removed as empty meanwhile.
    if (rooms.get(socket.rid) !== room) await enter(socket, clientSn);
    else join(room, socket, clientSn);
  }

  return {
    rooms,
    send,
    enter,
    leave(socket) {
      const room = rooms.get(socket.rid);
      if (!room?.sockets.delete(socket)) return;
      if (room.sockets.size === 0) room.emptySinceMs = nowMs();
    },
    async resubscribe() {
      try {
        await Promise.all([...rooms.keys()].map((rid) => subscriber.ssubscribe(keysOf(rid).channel)));
      } catch (error) {
        deps.logger.warn({ err: (error as Error).message }, 'rooms were not subscribed to again');
        subscriber.disconnect(true);
      }
    },
    forgetEmpty() {
      for (const room of rooms.values()) {
        if (room.emptySinceMs === null || nowMs() - room.emptySinceMs < EMPTY_FOR_MS) continue;
        rooms.delete(room.rid);
        subscriber.sunsubscribe(keysOf(room.rid).channel).catch(() => {});
      }
    },
  };
}

/** Passes the channels' messages on to the sockets of their rooms. */
function listen(
  { subscriber, link, metrics, now }: HubDeps,
  rooms: ReadonlyMap<string, WatchedRoom>,
  send: RoomHub['send'],
): void {
  function receive(room: WatchedRoom, message: PublishedMessage): void {
    const generation = link.isUsable() ? link.generation() : 0;
    // The gateway that sent this has not yet noticed that Redis lost data. The room is not live, so ignore the message.
    if (generationOf(message.sn) < generation) return;
    const before = room.sn;
    const frame = takePublished(room, message);
    if (frame === null) return;
    if (message.kind === 'update' && before !== 0 && message.sn - before > 1) metrics.gap();
    send(room, frame);
    metrics.published(now().getTime() - message.publishedAtMs);
    if (generation > 0 && generationOf(message.sn) > generation) void link.refresh().catch(() => {});
  }

  subscriber.on('smessageBuffer', (channel: Buffer, bytes: Buffer) => {
    const room = rooms.get(ridOfChannel(channel.toString('latin1')));
    const message = room && readPublished(bytes);
    if (room && message) receive(room, message);
  });
}
