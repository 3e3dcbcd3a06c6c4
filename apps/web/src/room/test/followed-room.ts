import { afterEach, beforeEach, vi } from 'vitest';
import { browserRoomDeps } from '../browser-room-deps.ts';
import { RoomFollower } from '../room-follower.ts';
import { FakeGateway } from './fake-gateway.ts';

export const RID = '88002';
export const FANS = { table: 'fans_count', key: 'count' } as const;

/** A room that a page follows, with a gateway and a clock of the test. */
export class FollowedRoom {
  readonly gateway = new FakeGateway(RID);
  readonly room = new RoomFollower(RID, browserRoomDeps);

  /** Connects the room, and answers its first read with a full status of this sequence number (sn). */
  async goLive(sn = 5, count = 500): Promise<void> {
    this.gateway.status = { sn, tables: { fans_count: { count } } };
    this.room.start();
    await settle();
    this.gateway.socket.open();
    await settle();
  }
  say(text: string): void {
    this.gateway.socket.say(text);
  }
  get seen(): unknown[] {
    return [this.room.activity.sn, this.room.value(FANS)];
  }
}

/** Runs the many small steps of pending answers, without advancing the page's clock. */
export async function settle(): Promise<void> {
  for (let step = 0; step < 40; step += 1) await vi.advanceTimersByTimeAsync(0);
}
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** A new room for each test of the file. */
export function followEach(take: (followed: FollowedRoom) => void): void {
  let followed: FollowedRoom;
  beforeEach(() => {
    vi.useFakeTimers();
    followed = new FollowedRoom();
    take(followed);
  });
  afterEach(() => {
    followed.room.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
