import type { AccountId, OrderId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { boundedQueue } from './bounded-queue.ts';
import { scrub } from './scrub.ts';
import { insertRecords, type TelemetryKind, type TelemetryRecord } from './telemetry.store.ts';

export interface Told {
  readonly kind: TelemetryKind;
  readonly name: string;
  readonly orderId?: OrderId | null;
  readonly body: TelemetryRecord['body'];
}

export interface Teller {
  readonly device: string;
  readonly accountId: AccountId | null;
}

export interface TelemetryRecorder {
  /** Returns at once, whatever the database does. */
  record(teller: Teller, told: Told): void;
  /** Writes what is waiting. Never throws: telemetry breaks nothing. */
  flush(): Promise<void>;
  counts(): { readonly waiting: number; readonly written: number; readonly dropped: number };
}

export interface TelemetryDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly waitingMax: number;
}

const ROWS_PER_INSERT = 500;
const WAITING_CHARACTERS_MAX = 32 * 1024 * 1024;
const ENVELOPE_CHARACTERS = 300;

/** The database is there and will never take this batch: trying again would hold up everything behind it. */
function isWrongData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

function weightOf(body: TelemetryRecord['body']): number {
  const lengths = Object.entries(body).map(([name, value]) => name.length + String(value).length);
  return lengths.reduce((sum, length) => sum + length, ENVELOPE_CHARACTERS);
}

export function telemetryRecorder({ db, now, newId, logger, waitingMax }: TelemetryDeps): TelemetryRecorder {
  const queue = boundedQueue<TelemetryRecord>({ itemsMax: waitingMax, weightMax: WAITING_CHARACTERS_MAX });
  let unwritten: TelemetryRecord[] = [];
  let written = 0;
  let unwritable = 0;
  let droppedSaid = 0;
  let flushing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    for (;;) {
      // A batch that failed is kept and tried again first; it is bounded, and the queue behind it too.
      if (unwritten.length === 0) unwritten = queue.take(ROWS_PER_INSERT);
      if (unwritten.length === 0) return;
      await insertRecords(db, unwritten);
      written += unwritten.length;
      unwritten = [];
    }
  }

  async function flushOnce(): Promise<void> {
    try {
      await writeAll();
    } catch (error) {
      if (isWrongData(error)) {
        unwritable += unwritten.length;
        unwritten = [];
      }
      logger.warn(
        { err: (error as Error).message, waiting: queue.size + unwritten.length },
        'telemetry waits',
      );
    }
    if (queue.dropped > droppedSaid) {
      logger.warn({ dropped: queue.dropped - droppedSaid }, 'telemetry dropped its oldest records');
      droppedSaid = queue.dropped;
    }
  }

  return {
    record(teller, { kind, name, orderId = null, body }) {
      const scrubbed = scrub(body);
      queue.push(
        {
          id: newId(),
          receivedAt: now(),
          kind,
          name,
          device: teller.device,
          accountId: teller.accountId,
          orderId,
          body: scrubbed,
        },
        weightOf(scrubbed),
      );
    },
    flush() {
      flushing ??= flushOnce().finally(() => {
        flushing = null;
      });
      return flushing;
    },
    counts: () => ({ waiting: queue.size + unwritten.length, written, dropped: queue.dropped + unwritable }),
  };
}
