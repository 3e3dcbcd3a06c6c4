import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { Db } from '../platform/postgres.ts';
import type { Chance } from '../platform/time-ordered-id.ts';

/** Dependencies of every verb about files and reports. */
export interface FeedbackContext {
  readonly db: Db;
  readonly now: Clock;
  readonly chance: Chance;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly files: ObjectStore;
  readonly tokenSecret: Uint8Array;
  /** Where browsers send files: an absolute URL, on the site's own origin unless an operator sets another. */
  readonly uploadUrl: string;
  /** The promise of the legal texts: an operator decides an objection within these working days. */
  readonly decisionWorkingDays: number;
}
