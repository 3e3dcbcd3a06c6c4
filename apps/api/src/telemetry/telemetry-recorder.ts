import type { AccountId, OrderId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { TelemetryBudget } from '../guards/telemetry-budget.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { boundedQueue } from './bounded-queue.ts';
import { withinBudget } from './within-budget.ts';
import { scrub } from './scrub.ts';
import { insertRecords, type TelemetryKind, type TelemetryRecord } from './telemetry.store.ts';

export interface TelemetryEvent {
  readonly kind: TelemetryKind;
  readonly name: string;
  readonly orderId?: OrderId | null;
  readonly body: TelemetryRecord['body'];
}

export interface TelemetrySource {
  readonly device: string;
  /** Counted by, and never kept. */
  readonly address: string;
  readonly accountId: AccountId | null;
  readonly objectsToUsage: boolean;
}

export interface TelemetryRecorder {
  /** Returns at once, whatever the database and Redis do. What is over the sender's budget is not kept, nor what they object to. */
  record(teller: TelemetrySource, told: TelemetryEvent): void;
  /** Writes what is waiting. Never throws: telemetry breaks nothing. */
  flush(): Promise<void>;
  counts(): TelemetryCounts;
}

export interface TelemetryCounts {
  readonly waiting: number;
  readonly written: number;
  readonly dropped: number;
  readonly overBudget: number;
}

export interface TelemetryDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly budget: TelemetryBudget;
  readonly waitingMax: number;
}

const ROWS_PER_INSERT = 500;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;
/** The size of a row besides its name and its body, with its share of the indexes, as measured. */
const ENVELOPE_BYTES = 370;

/** The database is there and will never take this batch: trying again would hold up everything behind it. */
function isWrongData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

function bytesOf({ name, body }: TelemetryRecord): number {
  return ENVELOPE_BYTES + name.length + Buffer.byteLength(JSON.stringify(body));
}

/** Says how many more are lost than the last time it was told. */
function lossLog(logger: Logger) {
  let said = { dropped: 0, overBudget: 0 };
  return (lost: typeof said): void => {
    const dropped = lost.dropped - said.dropped;
    const overBudget = lost.overBudget - said.overBudget;
    if (dropped > 0) logger.warn({ dropped }, 'telemetry dropped its oldest records');
    if (overBudget > 0) logger.warn({ overBudget }, 'telemetry over its budget was not kept');
    said = lost;
  };
}

export function telemetryRecorder(deps: TelemetryDeps): TelemetryRecorder {
  const { db, now, newId, logger, budget, waitingMax } = deps;
  const queue = boundedQueue<TelemetryRecord>({ itemsMax: waitingMax, weightMax: WAITING_BYTES_MAX });
  const admission = withinBudget(budget, logger);
  const sayWhatIsLost = lossLog(logger);
  let unwritten: TelemetryRecord[] = [];
  let written = 0;
  let unwritable = 0;
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
    await admission.settled();
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
    sayWhatIsLost({ dropped: queue.dropped, overBudget: admission.overBudget });
  }

  return {
    record(teller, { kind, name, orderId = null, body }) {
      if (teller.objectsToUsage) return;
      const { device, accountId } = teller;
      const told = { kind, name, device, accountId, orderId, body: scrub(body) };
      const record: TelemetryRecord = { id: newId(), receivedAt: now(), ...told };
      const bytes = bytesOf(record);
      admission.keepIfWithinBudget(teller, bytes, () => queue.push(record, bytes));
    },
    flush() {
      flushing ??= flushOnce().finally(() => {
        flushing = null;
      });
      return flushing;
    },
    counts: () => ({
      waiting: queue.size + unwritten.length,
      written,
      dropped: queue.dropped + unwritable,
      overBudget: admission.overBudget,
    }),
  };
}
