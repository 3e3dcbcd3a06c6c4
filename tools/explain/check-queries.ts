import { ASKS_NOTHING } from './sample.ts';
import { judgePlan, summarise, type PlanSummary } from './judge-plan.ts';
import { explain, rowsRead } from './plan.ts';
import { recorder, rolledBack } from './record-statements.ts';
import { pickRows } from './sample-rows.ts';
import { missingSamples, STORE_SAMPLES } from './store-samples.ts';
import { isGrowing, TINY_TABLES } from './table-growth.ts';
import type { Db } from '../../apps/api/src/platform/postgres.ts';

export interface Query extends PlanSummary {
  readonly store: string;
  readonly name: string;
  readonly text: string;
  readonly rows: number;
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
  readonly samples?: typeof STORE_SAMPLES;
}

/** Calls every function of every store, and explains every query it sends on the data in the database. */
export async function checkQueries({
  url,
  avoidsScans,
  samples = STORE_SAMPLES,
}: CheckOptions): Promise<Checked> {
  const { db, record } = recorder(url);
  try {
    const problems = [...(await missingSamples(samples)), ...(await unknownTables(db))];
    const partialIndexes = await partialIndexesOf(db);
    const rows = await pickRows(db);
    const queries: Query[] = [];
    for (const [store, functions] of Object.entries(samples)) {
      for (const [name, sample] of Object.entries(functions)) {
        if (sample === ASKS_NOTHING) continue;
        const statements = await record(sample, rows);
        if (statements.length === 0) problems.push(`${store} ${name} sent no query`);
        await rolledBack(db, async (tx) => {
          if (avoidsScans) await tx`set local enable_seqscan = off`;
          for (const statement of statements) {
            const explained = await explain(tx, statement);
            queries.push({
              store,
              name,
              text: statement.text.replaceAll(/\s+/g, ' ').trim(),
              ...summarise(explained.plan),
              rows: rowsRead(explained.plan),
              ms: explained.ms,
              problems: judgePlan(explained, partialIndexes),
            });
          }
        });
      }
    }
    const found = queries.flatMap((query) =>
      query.problems.map((problem) => `${query.store} ${query.name} ${problem}: ${query.text}`),
    );
    return { queries, problems: [...problems, ...found] };
  } finally {
    await db.end({ timeout: 2 });
  }
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

async function partialIndexesOf(db: Db): Promise<ReadonlySet<string>> {
  const indexes = await db<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null`;
  return new Set(indexes.map(({ name }) => name));
}
