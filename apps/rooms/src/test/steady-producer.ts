import { setTimeout as pause } from 'node:timers/promises';
import type { RoomProducer } from '../play/room-producer.ts';
import { sampleBatch } from './sample-changes.ts';

/** A producer that keeps sending changes, whatever happens to storage and gateways. */
export interface SteadyProducer {
  readonly producer: RoomProducer;
  /** The number of changes sent so far. */
  sent(): number;
  /** The sn of the last answer. */
  sn(): number;
  stop(): Promise<void>;
}

export function keepProducing(producer: RoomProducer, everyMs: number): SteadyProducer {
  let sent = 0;
  let sn = 0;
  let isStopped = false;
  async function run(): Promise<void> {
    sn = await producer.sendState();
    for (;;) {
      if (isStopped) return;
      sn = await producer.change(sampleBatch(sent + 1));
      sent += 1;
      await pause(everyMs);
    }
  }
  const running = run();
  return {
    producer,
    sent: () => sent,
    sn: () => sn,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
