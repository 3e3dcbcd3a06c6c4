import { setTimeout as pause } from 'node:timers/promises';
import type { RoomFollower } from '../../apps/rooms/src/test/room-follower.ts';
import type { RoomStage } from '../../apps/rooms/src/test/room-stage.ts';

/** Well-behaved clients of a room, by which the time is measured that a change takes to reach each of them. */
export interface DelayProbe {
  /** Changes the room for this long and returns every delay, in milliseconds. */
  measure(ms: number): Promise<readonly number[]>;
  isUnharmed(): boolean;
  stop(): void;
}

const CHANGE_EVERY_MS = 50;

export async function openProbe(stage: RoomStage, rid: string, clients: number): Promise<DelayProbe> {
  const producer = stage.producer(rid, [stage.gateways[1]?.url ?? '']);
  await producer.sendState();
  const delays: number[] = [];
  let isMeasuring = false;
  const onMessage = (text: string, atMs: number) => {
    const sentAt = [...text.matchAll(/sent_at\D{1,8}(\d{13})/g)].at(-1)?.[1];
    if (isMeasuring && sentAt !== undefined) delays.push(atMs - Number(sentAt));
  };
  const followers: RoomFollower[] = Array.from({ length: clients }, () =>
    stage.follower(rid, 0, { onMessage }),
  );
  while (!followers.every(({ view }) => view().sn !== null)) await pause(50);
  return {
    async measure(ms) {
      delays.length = 0;
      const until = Date.now() + ms;
      isMeasuring = true;
      while (Date.now() < until) {
        await producer.change([{ cmd: 'set_many', table: 'fans_count', values: { sent_at: Date.now() } }]);
        await pause(CHANGE_EVERY_MS);
      }
      // Wait for changes still on their way.
      await pause(300);
      isMeasuring = false;
      return [...delays];
    },
    isUnharmed: () =>
      followers.every(({ counts }) => counts.reconnects === 0 && counts.networkFailures === 0),
    stop() {
      for (const follower of followers) follower.stop();
    },
  };
}

export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
