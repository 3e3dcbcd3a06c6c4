import type { AccountId, OrderId } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { TelemetryBudget } from '../guards/telemetry-budget.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { scrub } from './scrub.ts';
import { insertRecords, type TelemetryKind, type TelemetryRecord } from './telemetry.store.ts';

export interface QueueLimits {
  readonly itemsMax: number;
  /** The largest total size of the items. They differ in size, so their number alone is no limit. */
  readonly weightMax: number;
}

export interface BoundedQueue<Item> {
  push(item: Item, weight: number): void;
  take(most: number): Item[];
  readonly size: number;
  /** How many items were dropped since the start to make room for newer ones. */
  readonly dropped: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly weight: number;
}

/** A queue in memory. When it is full, the oldest item is dropped, so adding an item never waits. */
export function boundedQueue<Item>(limits: QueueLimits): BoundedQueue<Item> {
  const entries = new Map<number, Entry<Item>>();
  let next = 0;
  let oldest = 0;
  let weight = 0;
  let dropped = 0;

  function shift(): Entry<Item> | undefined {
    const entry = entries.get(oldest);
    if (!entry) return undefined;
    entries.delete(oldest);
    oldest += 1;
    weight -= entry.weight;
    return entry;
  }

  return {
    push(item, itemWeight) {
      entries.set(next, { item, weight: itemWeight });
      next += 1;
      weight += itemWeight;
      while (entries.size > limits.itemsMax || weight > limits.weightMax) {
        if (!shift()) return;
        dropped += 1;
      }
    },
    take(most) {
      const items: Item[] = [];
      while (items.length < most) {
        const entry = shift();
        if (!entry) break;
        items.push(entry.item);
      }
      return items;
    },
    get size() {
      return entries.size;
    },
    get dropped() {
      return dropped;
    },
  };
}

export interface TelemetryEvent {
  readonly kind: TelemetryKind;
  readonly name: string;
  readonly orderId?: OrderId | null;
  readonly body: TelemetryRecord['body'];
}

export interface TelemetrySource {
  readonly device: string;
  /** Used to limit the sender, and never stored. */
  readonly address: string;
  readonly accountId: AccountId | null;
  readonly objectsToUsage: boolean;
  /** Missing if the sender is a program and not a page. */
  readonly app?: { readonly packageName: string | null; readonly isInBridge: boolean };
}

/** [NET-01] The facts about the calling app as fields of the record. Empty if the call lacks the app's headers. */
function appFacts({ app }: TelemetrySource): TelemetryRecord['body'] {
  return {
    ...(app?.packageName ? { package: app.packageName } : {}),
    ...(app?.isInBridge ? { bridge: 1 } : {}),
  };
}

export interface TelemetryRecorder {
  /**
   * Returns at once, whatever the database and Redis do. Records above the sender's limit, and records to which the
   * sender objects, are dropped.
   */
  record(teller: TelemetrySource, event: TelemetryEvent): void;
  /** Writes the queue. Never throws: telemetry must break nothing. */
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
/** The measured size of a row without its name and body, including its part of the indexes. */
const ENVELOPE_BYTES = 370;

/** True if the database will never accept this batch. Trying it again would block all later ones. */
function isWrongData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

function bytesOf({ name, body }: TelemetryRecord): number {
  return ENVELOPE_BYTES + name.length + Buffer.byteLength(JSON.stringify(body));
}

/** Logs how many more records were lost since the last log. */
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

/** Checks each report against its sender's limit, without making the sender wait. */
function withinBudget(budget: TelemetryBudget, logger: Logger) {
  /** Checks that have no answer yet. They are few, because Redis answers within a tenth of a second or counts as unavailable. */
  const pending = new Set<Promise<void>>();
  const counts = { overBudget: 0 };

  async function ask(sender: TelemetrySource, bytes: number, keep: () => void): Promise<void> {
    try {
      if (await budget.covers(sender, bytes)) keep();
      else counts.overBudget += 1;
    } catch (error) {
      logger.warn({ err: (error as Error).message }, 'telemetry not kept');
    }
  }

  return {
    keepIfCovered(sender: TelemetrySource, bytes: number, keep: () => void): void {
      const answered = ask(sender, bytes, keep).finally(() => pending.delete(answered));
      pending.add(answered);
    },
    /** Resolves when all checks so far have an answer. */
    settled: () => Promise.all(pending),
    counts,
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
      // A batch that could not be written is tried again first. Memory stays limited, because both the batch and the queue are.
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
    sayWhatIsLost({ dropped: queue.dropped, overBudget: admission.counts.overBudget });
  }

  return {
    record(teller, { kind, name, orderId = null, body }) {
      if (teller.objectsToUsage) return;
      const { device, accountId } = teller;
      const eventFields = {
        kind,
        name,
        device,
        accountId,
        orderId,
        body: { ...scrub(body), ...appFacts(teller) },
      };
      const record: TelemetryRecord = { id: newId(), receivedAt: now(), ...eventFields };
      const bytes = bytesOf(record);
      admission.keepIfCovered(teller, bytes, () => queue.push(record, bytes));
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
      overBudget: admission.counts.overBudget,
    }),
  };
}
