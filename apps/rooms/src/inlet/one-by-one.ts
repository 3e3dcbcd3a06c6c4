import { StorageAway } from '../storage/storage-link.ts';

/** Runs the work of a room one after the other; work of different rooms runs in parallel. */
export interface OneByOne {
  run<Result>(rid: string, work: () => Promise<Result>): Promise<Result>;
}

/** A caller that sends faster than this gets "try again" instead of a growing queue. */
const WAITING_MAX = 64;

export function oneByOne(): OneByOne {
  const tails = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  return {
    async run(rid, work) {
      const room = tails.get(rid) ?? { tail: Promise.resolve(), waiting: 0 };
      if (room.waiting >= WAITING_MAX) throw new StorageAway('too many batches of one room wait');
      tails.set(rid, room);
      room.waiting += 1;
      const done = room.tail.then(work, work);
      room.tail = done.catch(() => {});
      try {
        return await done;
      } finally {
        room.waiting -= 1;
        if (room.waiting === 0) tails.delete(rid);
      }
    },
  };
}
