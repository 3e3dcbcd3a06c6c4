import type { Clock } from '../platform/clock.ts';
import type { RoomMetrics } from '../platform/metrics.ts';
import { splitField } from '../storage/room-keys.ts';
import type { RoomStore } from '../storage/room-store.ts';
import { goodEnvelope, refusalEnvelope } from './room-envelope.ts';

export interface FullStatusReader {
  /** The response body, at least as new as storage is at the time of the call (RP-50). Throws StorageAway. */
  read(rid: string): Promise<Buffer>;
}

interface SharedAnswer {
  readonly sn: number;
  readonly body: Promise<Buffer>;
  readonly readAtMs: number;
}

/** Responses are shared by requests within this time; with at most 1 MiB a room, SHARED_MAX bounds their memory. */
const SHARED_MS = 5_000;
const SHARED_MAX = 64;

/** `{"<table>":{"<key>":value}}` from the stored fields, whose values are JSON already. */
export function roomStatusText(values: Readonly<Record<string, string>>): string {
  const tables = new Map<string, string[]>();
  for (const [field, value] of Object.entries(values)) {
    const [table, key] = splitField(field);
    const rows = tables.get(table) ?? [];
    rows.push(`${JSON.stringify(key)}:${value}`);
    tables.set(table, rows);
  }
  return `{${[...tables].map(([table, rows]) => `${JSON.stringify(table)}:{${rows.join(',')}}`).join(',')}}`;
}

export function createFullStatus({
  store,
  metrics,
  now,
}: {
  readonly store: RoomStore;
  readonly metrics: RoomMetrics;
  readonly now: Clock;
}): FullStatusReader {
  const answers = new Map<string, SharedAnswer>();
  const questions = new Map<string, Promise<number>>();
  const notLive = refusalEnvelope('room-not-live');

  /** Requests in one turn of the event loop share one query for the sn. It is sent after the last of them arrived. */
  function readSn(rid: string): Promise<number> {
    const open = questions.get(rid);
    if (open) return open;
    const question = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      questions.delete(rid);
      const [sn = 0] = await store.readSns([rid]);
      return sn;
    });
    questions.set(rid, question);
    return question;
  }

  async function readRoom(rid: string): Promise<Buffer> {
    metrics.fullRead();
    const room = await store.readAll(rid);
    if (room === null) return notLive;
    return goodEnvelope({ sn: room.sn, room_status: roomStatusText(room.values) });
  }

  function dropOld(nowMs: number): void {
    for (const [rid, { readAtMs }] of answers)
      if (nowMs - readAtMs > SHARED_MS || answers.size > SHARED_MAX) answers.delete(rid);
  }

  return {
    async read(rid) {
      const sn = await readSn(rid);
      const nowMs = now().getTime();
      const shared = answers.get(rid);
      // A response that was read at this sn, or whose reading began at it, is new enough.
      if (shared?.sn === sn && nowMs - shared.readAtMs <= SHARED_MS) {
        metrics.fullAnswer('shared');
        return shared.body;
      }
      dropOld(nowMs);
      const body = readRoom(rid);
      answers.set(rid, { sn, body, readAtMs: nowMs });
      const answer = await body.catch((error: unknown) => {
        answers.delete(rid);
        throw error;
      });
      // A room may become live, or stop being live, without a change of its sn.
      if (answer === notLive) answers.delete(rid);
      metrics.fullAnswer(answer === notLive ? 'not-live' : 'read');
      return answer;
    },
  };
}
