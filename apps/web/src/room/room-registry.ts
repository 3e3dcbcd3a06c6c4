import type { RoomDeps } from './room-deps.ts';
import { RoomFollower } from './room-follower.ts';

/** The rooms that parts of a page follow: one connection per room, shared. */
export interface RoomRegistry {
  /** Undefined if the room is not followed. */
  readonly find: (rid: string) => RoomFollower | undefined;
  /** Follows the room until `release`; the last release closes its connection cleanly. */
  readonly use: (rid: string) => UsedRoom;
}

export interface UsedRoom {
  readonly room: RoomFollower;
  readonly release: () => void;
}

interface Entry {
  readonly room: RoomFollower;
  users: number;
}

export function createRoomRegistry(deps: RoomDeps): RoomRegistry {
  const entries = new Map<string, Entry>();

  function entryOf(rid: string): Entry {
    const known = entries.get(rid);
    if (known !== undefined) return known;
    const entry = { room: new RoomFollower(rid, deps), users: 0 };
    entries.set(rid, entry);
    entry.room.start();
    return entry;
  }

  function endIfUnused(rid: string, entry: Entry): void {
    if (entry.users > 0 || entries.get(rid) !== entry) return;
    entries.delete(rid);
    entry.room.stop();
  }

  return {
    find: (rid) => entries.get(rid)?.room,
    use(rid) {
      const entry = entryOf(rid);
      entry.users += 1;
      let isReleased = false;
      return {
        room: entry.room,
        release() {
          if (isReleased) return;
          isReleased = true;
          entry.users -= 1;
          // A component that mounts anew releases and uses the room again at once, so the socket stays open.
          deps.startTimer(0, () => endIfUnused(rid, entry));
        },
      };
    },
  };
}
