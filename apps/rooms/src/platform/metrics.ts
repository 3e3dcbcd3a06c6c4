import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The counters of a gateway, for Prometheus. No label contains a room, an address or other personal data. */
export interface RoomMetrics {
  upgraded(outcome: string): void;
  closed(why: CloseReason): void;
  received(kind: 'heartbeat' | 'ignored'): void;
  published(lagMs: number): void;
  framesSent(count: number): void;
  /** The next update showed that the channel had lost a message. */
  gap(): void;
  /** The position check found a room behind storage (RP-54). */
  positionMiss(): void;
  fullRead(): void;
  fullAnswer(outcome: 'read' | 'shared' | 'not-live' | 'away'): void;
  slowReader(outcome: 'reset' | 'closed'): void;
  batch(result: string): void;
  watch(name: string, help: string, read: () => number): void;
  text(): Promise<string>;
}

export type CloseReason = 'left' | 'flood' | 'silent' | 'slow' | 'drained' | 'moved' | 'storage-away';

const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(): RoomMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `jawhara_room_${name}_total`, help, labelNames, registers });

  const upgrades = counter('upgrades', 'Attempts to open a socket, by their outcome', ['outcome']);
  const closes = counter('closes', 'Sockets closed, by the reason', ['why']);
  const received = counter('received', 'Messages of clients', ['kind']);
  const sent = counter('frames_sent', 'Messages written to sockets by broadcasts');
  const gaps = counter('gaps', 'Updates that showed a lost message of the channel');
  const misses = counter('position_misses', 'Rooms that the comparison with storage found behind');
  const reads = counter('full_reads', 'Whole rooms read from storage');
  const answers = counter('full_answers', 'Answers to full-status calls', ['outcome']);
  const slow = counter('slow_readers', 'Sockets with too much unsent, by what became of them', ['outcome']);
  const batches = counter('batches', 'Calls of the inlet, by their result', ['result']);
  const lag = new Histogram({
    name: 'jawhara_room_lag_seconds',
    help: 'From the publishing of a change to its last socket of this gateway',
    buckets: LAG_SECONDS,
    registers,
  });
  collectDefaultMetrics({ register: registry });

  return {
    upgraded: (outcome) => upgrades.inc({ outcome }),
    closed: (why) => closes.inc({ why }),
    received: (kind) => received.inc({ kind }),
    published: (lagMs) => lag.observe(Math.max(0, lagMs) / 1000),
    framesSent: (count) => sent.inc(count),
    gap: () => gaps.inc(),
    positionMiss: () => misses.inc(),
    fullRead: () => reads.inc(),
    fullAnswer: (outcome) => answers.inc({ outcome }),
    slowReader: (outcome) => slow.inc({ outcome }),
    batch: (result) => batches.inc({ result }),
    watch(name, help, read) {
      const gauge: Gauge = new Gauge({
        name: `jawhara_room_${name}`,
        help,
        registers,
        collect: (): void => gauge.set(read()),
      });
    },
    text: () => registry.metrics(),
  };
}
