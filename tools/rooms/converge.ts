import { setTimeout as pause } from 'node:timers/promises';
import type { RoomProducer } from '../../apps/rooms/src/play/room-producer.ts';
import type { RoomFollower } from '../../apps/rooms/src/test/room-follower.ts';
import { isSameState, type RoomStage } from '../../apps/rooms/src/test/room-stage.ts';
import { sampleBatch } from '../../apps/rooms/src/test/sample-changes.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { cpuMsOf } from './process-usage.ts';

/** The sizes of a large room and of many small ones, which the same clients follow that pages use. */
export interface Crowd {
  readonly inLargeRoom: number;
  readonly smallRooms: number;
  readonly inSmallRoom: number;
  readonly changes: number;
}

interface FollowedRoom {
  readonly producer: RoomProducer;
  readonly followers: readonly RoomFollower[];
}

export interface ConvergeResult {
  readonly sockets: number;
  readonly convergedMs: number;
  /** From the kill until the last client of the killed gateway is on the other one. */
  readonly onOtherMs: number;
  readonly convergedAfterKillMs: number;
  /** CPU time of reconnecting: if it is low although reconnecting took long, the machine was busy. */
  readonly cpuMs: { readonly clients: number; readonly gateway: number };
  readonly fetches: number;
}

const LARGE_ROOM = '7000';
const OPEN_AT_ONCE = 100;
const OPEN_EVERY_MS = 150;
const WITHIN_MS = 120_000;

async function openCrowd(
  stage: RoomStage,
  crowd: Crowd,
  say: (line: string) => void,
): Promise<FollowedRoom[]> {
  const rids = [LARGE_ROOM, ...Array.from({ length: crowd.smallRooms }, (_, i) => String(8_000 + i))];
  const rooms = rids.map((rid) => ({ rid, producer: stage.producer(rid), followers: [] as RoomFollower[] }));
  for (const { producer } of rooms) await producer.sendState();
  const places = rooms.flatMap((room) =>
    Array.from({ length: room.rid === LARGE_ROOM ? crowd.inLargeRoom : crowd.inSmallRoom }, (_, i) => ({
      room,
      i,
    })),
  );
  for (let from = 0; from < places.length; from += OPEN_AT_ONCE) {
    for (const { room, i } of places.slice(from, from + OPEN_AT_ONCE))
      room.followers.push(stage.follower(room.rid, i));
    await pause(OPEN_EVERY_MS);
  }
  const followers = rooms.flatMap((room) => room.followers);
  await waitUntil(
    'every client to have its room',
    () => followers.every(({ view }) => view().sn !== null),
    WITHIN_MS,
  );
  say(`${followers.length} clients follow ${rooms.length} rooms`);
  return rooms;
}

const isConverged = ({ producer, followers }: FollowedRoom): boolean =>
  followers.every(({ view }) => isSameState(view().tables, producer.tables()));

async function change(rooms: readonly FollowedRoom[], from: number, count: number): Promise<number> {
  for (let n = from; n < from + count; n += 1)
    await Promise.all(rooms.map(({ producer }) => producer.change(sampleBatch(n))));
  const began = performance.now();
  await waitUntil('every client to equal its producer', () => rooms.every(isConverged), WITHIN_MS);
  return performance.now() - began;
}

export async function converge(
  stage: RoomStage,
  crowd: Crowd,
  say: (line: string) => void,
): Promise<ConvergeResult> {
  const rooms = await openCrowd(stage, crowd, say);
  const followers = rooms.flatMap((room) => room.followers);
  const convergedMs = await change(rooms, 1, crowd.changes);
  say(`all equal their producer ${Math.round(convergedMs)} ms after the last change`);

  const killed = stage.gateways[0];
  const before = followers.map(({ openedAtMs }) => openedAtMs.length);
  const other = stage.gateways[1]?.part.pid() ?? 0;
  const cpuBefore = { clients: cpuMsOf(process.pid), gateway: cpuMsOf(other) };
  const killedAtMs = Date.now();
  await killed?.part.kill();
  const isOpen = ({ connection }: RoomFollower) => connection().phase.name === 'open';
  // A client notices the kill when its connection is reset, which may be after the first check.
  await pause(300);
  await waitUntil('every client to be on the other gateway', () => followers.every(isOpen), WITHIN_MS);
  const cpuMs = {
    clients: cpuMsOf(process.pid) - cpuBefore.clients,
    gateway: cpuMsOf(other) - cpuBefore.gateway,
  };
  const openedAgain = followers.flatMap(({ openedAtMs }, i) => openedAtMs.slice(before[i]));
  const onOtherMs = Math.max(0, ...openedAgain) - killedAtMs;
  say(`${openedAgain.length} clients of the killed gateway were on the other after ${onOtherMs} ms`);
  const convergedAfterKillMs = await change(rooms, crowd.changes + 1, 5);
  say('all equal their producer again');
  for (const follower of followers) follower.stop();
  return {
    sockets: followers.length,
    convergedMs,
    onOtherMs,
    convergedAfterKillMs,
    cpuMs,
    fetches: followers.reduce((sum, { counts }) => sum + counts.fetches, 0),
  };
}
