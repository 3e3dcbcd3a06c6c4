import postgres from 'postgres';
import { judgePlan, summarise, type PlanSummary } from './judge-plan.ts';
import { explain, pagesRead, rowsRead } from './plan.ts';
import { recordedStatements, sourceOf, type Statement } from './recorded-statements.ts';
import { storeStatements, type StoreStatement } from './store-statements.ts';
import { isGrowing, REPORTS, TINY_TABLES } from './table-growth.ts';
import type { Db, Tx } from '../../apps/api/src/platform/postgres.ts';

export interface Query extends PlanSummary {
  readonly store: string;
  readonly name: string;
  readonly text: string;
  readonly rows: number;
  readonly pages: number;
  readonly ms: number;
  readonly problems: readonly string[];
}

export interface Checked {
  readonly queries: readonly Query[];
  readonly problems: readonly string[];
}

export interface CheckOptions {
  readonly url: string;
  /**
   * With little data PostgreSQL rightly prefers to scan a whole table. This setting makes it avoid scans, to show whether an
   * index could serve.
   */
  readonly avoidsScans: boolean;
  readonly statements?: readonly Statement[];
  readonly known?: readonly StoreStatement[];
}

/** Statements of stores that no test has sent while it was recorded. */
export function unsentStatements(known: readonly StoreStatement[], sent: readonly Statement[]): string[] {
  return known
    .filter(({ pattern }) => !sent.some(({ text }) => pattern.test(text)))
    .map(
      ({ store, function: name }) =>
        `${store} ${name} has a statement that was never recorded: npm run explain -- --record TEST-FILE`,
    );
}

/** Explains every recorded statement of the stores on the data in the database. */
export async function checkQueries({
  url,
  avoidsScans,
  statements = recordedStatements(),
  known = storeStatements(),
}: CheckOptions): Promise<Checked> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const problems = [...unsentStatements(known, statements), ...(await unknownTables(db))];
    const facts = {
      partialIndexes: await partialIndexesOf(db),
      smallPartitions: await smallPartitionsOf(db),
    };
    const queries: Query[] = [];
    for (const statement of statements) {
      const source = sourceOf(statement.text, known);
      if (source === null) {
        problems.push(
          `no store sends this any more, npm run explain -- --record removes it: ${statement.text}`,
        );
        continue;
      }
      const explained = await rolledBack(db, async (tx) => {
        if (avoidsScans) await tx`set local enable_seqscan = off`;
        return explain(tx, statement);
      });
      queries.push({
        store: source.store,
        name: source.function,
        text: statement.text,
        ...summarise(explained.plan),
        rows: rowsRead(explained.plan),
        pages: pagesRead(explained.plan),
        ms: explained.ms,
        problems: judgePlan(explained, facts, `${source.store} ${source.function}` in REPORTS),
      });
    }
    const found = queries.flatMap((query) =>
      query.problems.map((problem) => `${query.store} ${query.name} ${problem}: ${query.text}`),
    );
    const sorted = queries.toSorted((one, other) =>
      `${one.store} ${one.name}` < `${other.store} ${other.name}` ? -1 : 1,
    );
    return { queries: sorted, problems: [...problems, ...found] };
  } finally {
    await db.end({ timeout: 2 });
  }
}

const ON_PURPOSE = new Error('rolled back on purpose');

async function rolledBack<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
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

/** Tables listed neither as growing nor as tiny: no rule would apply to them. */
async function unknownTables(db: Db): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  return tables
    .filter(({ name }) => !isGrowing(name) && !(name in TINY_TABLES))
    .map(({ name }) => `the table ${name} is neither growing nor tiny in table-growth.ts`);
}

const SMALL_BYTES = 2 * 8_192;

async function smallPartitionsOf(db: Db): Promise<ReadonlySet<string>> {
  const partitions = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relispartition and pg_relation_size(oid) <= ${SMALL_BYTES}`;
  return new Set(partitions.map(({ name }) => name));
}

async function partialIndexesOf(db: Db): Promise<ReadonlySet<string>> {
  const indexes = await db<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null`;
  return new Set(indexes.map(({ name }) => name));
}
