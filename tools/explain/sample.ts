import type { Db, Tx } from '../../apps/api/src/platform/postgres.ts';
import type { SampleRows } from './sample-rows.ts';

/** One connection in one transaction, which is rolled back whatever the sample did. */
export interface Asking {
  readonly db: Db;
  readonly tx: Tx;
  readonly rows: SampleRows;
}

/** Calls a function of a store so that it asks all it can ask. */
export type Sample = (asking: Asking) => Promise<unknown>;

/** For a function that lives in a store but sends no query. */
export const ASKS_NOTHING = 'asks nothing';

/** Total: a new function of a store does not compile here until it has its sample. */
export type SamplesOf<Store> = {
  readonly [Name in keyof Store as Store[Name] extends (...given: never[]) => unknown ? Name : never]:
    | Sample
    | typeof ASKS_NOTHING;
};
