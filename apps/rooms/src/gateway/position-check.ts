import { generationOf } from '@jawhara/room-sync';
import type { HubDeps, RoomHub } from './room-hub.ts';
import { resetFrame, takeLog, type WatchedRoom } from './watched-room.ts';

export interface PositionCheck {
  /** Compares every room that has sockets with storage (RP-54). */
  look(): Promise<void>;
}

type Finding = 'same' | 'behind' | 'ahead' | 'not-live';

function findingOf(seenSn: number, isLive: boolean, storedSn: number, generation: number): Finding {
  if (generationOf(storedSn) !== generation) {
    // An older generation in storage is normal until the state is set again. But if this gateway has seen the state of the new
    // generation already, storage has lost that state.
    return isLive && generationOf(seenSn) === generation ? 'ahead' : 'not-live';
  }
  if (storedSn === seenSn) return 'same';
  return storedSn > seenSn ? 'behind' : 'ahead';
}

/** While storage is read, a message may still be on its way. If the room is behind after this time, that message was lost. */
const STILL_BEHIND_MS = 1_000;
const KEEP_EVERY_MS = 3_600_000;
/** If rooms are behind in this many checks in a row, the channel itself is broken, and the subscriber reconnects. */
const MISSES_IN_A_ROW_MAX = 2;

export function createPositionCheck(
  { link, store, metrics, logger, subscriber, now }: HubDeps,
  hub: RoomHub,
  wait: (ms: number) => Promise<unknown>,
): PositionCheck {
  let savedAtMs = now().getTime();
  let missesInARow = 0;

  async function catchUp(room: WatchedRoom): Promise<void> {
    const before = room.sn;
    const log = await store.readLog(room.rid);
    if (!log.isLive || log.sn <= room.sn) return;
    takeLog(room, log);
    metrics.positionMiss();
    const isNewGeneration = generationOf(before) !== generationOf(log.sn);
    const last = room.recent.at(-1);
    hub.send(room, isNewGeneration || last === undefined ? resetFrame(room) : last.frame);
    logger.warn({ rid: room.rid, behind: log.sn - before }, 'room was behind storage');
  }

  async function catchUpThoseBehind(behind: readonly (readonly [WatchedRoom, number])[]): Promise<void> {
    if (behind.length === 0) {
      missesInARow = 0;
      return;
    }
    await wait(STILL_BEHIND_MS);
    const still = behind.filter(([room, storedSn]) => room.sn < storedSn);
    missesInARow = still.length > 0 ? missesInARow + 1 : 0;
    for (const [room] of still) await catchUp(room);
    if (missesInARow < MISSES_IN_A_ROW_MAX) return;
    missesInARow = 0;
    subscriber.disconnect(true);
  }

  async function keepWatched(): Promise<void> {
    if (now().getTime() - savedAtMs < KEEP_EVERY_MS) return;
    savedAtMs = now().getTime();
    await store.keep([...hub.rooms.keys()]);
  }

  return {
    async look() {
      if (!link.isUsable()) return;
      await link.refresh();
      const generation = link.generation();
      const watched = [...hub.rooms.values()];
      // The sn is noted before storage is read: a frame that comes meanwhile must not look like a loss.
      const seen = watched.map(({ sn, isLive }) => ({ sn, isLive }));
      const stored = await store.readSns(watched.map(({ rid }) => rid));
      if (!link.isUsable() || link.generation() !== generation) return;
      const behind: (readonly [WatchedRoom, number])[] = [];
      let isAhead = false;
      for (const [i, room] of watched.entries()) {
        const { sn = 0, isLive = false } = seen[i] ?? {};
        const finding = findingOf(sn, isLive, stored[i] ?? 0, generation);
        if (finding === 'behind') behind.push([room, stored[i] ?? 0]);
        if (finding === 'not-live') room.isLive = false;
        isAhead ||= finding === 'ahead';
      }
      if (isAhead) await link.raiseAbove(generation);
      await catchUpThoseBehind(behind);
      await keepWatched();
    },
  };
}

/** Marks rooms of older generations (from before Redis lost data) as not live: they wait for their whole state. */
export function endLiveRooms(hub: RoomHub, generation: number): void {
  for (const room of hub.rooms.values()) if (generationOf(room.sn) < generation) room.isLive = false;
}
