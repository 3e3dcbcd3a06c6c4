import type { Db, Tx } from '../../apps/api/src/platform/postgres.ts';
import type { SampleRows } from './sample-rows.ts';

/** A connection in a transaction that is rolled back after the sample. */
export interface Asking {
  readonly db: Db;
  readonly tx: Tx;
  readonly rows: SampleRows;
}

/** Calls a function of a store so that it sends every query it can send. */
export type Sample = (asking: Asking) => Promise<unknown>;

/** Marks a function of a store that sends no query. */
export const ASKS_NOTHING = 'asks nothing';

/** Covers every function: a new function of a store does not compile until it has a sample. */
export type SamplesOf<Store> = {
  readonly [Name in keyof Store as Store[Name] extends (...given: never[]) => unknown ? Name : never]:
    | Sample
    | typeof ASKS_NOTHING;
};
