import postgres from 'postgres';
import type { Db, Tx } from '../../apps/api/src/platform/postgres.ts';
import type { Sample } from './sample.ts';
import type { SampleRows } from './sample-rows.ts';

/** A statement as the driver sent it: the texts of its parameters, and the types the server reported. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  readonly types: readonly number[];
}

export interface Recorder {
  readonly db: Db;
  record(sample: Sample, rows: SampleRows): Promise<Statement[]>;
}

const FRAMING = /^\s*(begin|commit|rollback|savepoint|release)\b/i;
const ON_PURPOSE = new Error('rolled back on purpose');

export async function rolledBack<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await db
    .begin(async (tx) => {
      results.push(await work(tx));
      throw ON_PURPOSE;
    })
    .catch((error: unknown) => {
      if (error !== ON_PURPOSE) throw error;
    });
  return results[0] as Result;
}

/** A store that gets the pool may begin a transaction; here it becomes a savepoint of ours. */
function asPool(tx: Tx): Db {
  const begin = (work: (inner: Tx) => Promise<unknown>) => tx.savepoint(work);
  return Object.assign(tx, { begin }) as unknown as Db;
}

/** Records the queries that the code really sends, through the driver's debug hook. */
export function recorder(url: string): Recorder {
  let sent: Statement[] = [];
  const db = postgres(url, {
    max: 1,
    // Without prepared statements the driver asks for the types of all parameters each time.
    prepare: false,
    onnotice: () => {},
    debug: (_connection, text, parameters, types) => {
      // The driver fills these arrays with the texts and types while it sends the statement.
      const statement = { text, parameters: parameters as (string | null)[], types: types as number[] };
      if (!FRAMING.test(text)) sent.push(statement);
    },
  });
  return {
    db,
    record: (sample, rows) =>
      rolledBack(db, async (tx) => {
        sent = [];
        await sample({ db: asPool(tx), tx, rows });
        return [...sent];
      }),
  };
}
