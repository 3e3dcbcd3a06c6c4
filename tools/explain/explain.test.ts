import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropDatabase, ensurePostgres } from '../stack/postgres.ts';
import type { RunningService } from '../stack/redis.ts';
import { checkQueries } from './check-queries.ts';
import { growDatabase } from './grown-database.ts';
import type { Asking } from './sample.ts';
import { missingSamples, STORE_SAMPLES } from './store-samples.ts';

const name = `jawhara_test_explain_${randomBytes(6).toString('hex')}`;
const scale = { orders: 20_000, accounts: 8_000 };

let server: RunningService;
let url = '';

beforeAll(async () => {
  server = await ensurePostgres();
  url = await growDatabase(server.url, name, scale, () => {});
});

afterAll(async () => {
  await dropDatabase(server.url, name);
  await server.part?.stop();
});

const asking = (ask: (asking: Asking) => Promise<unknown>) =>
  checkQueries({ url, avoidsScans: true, samples: { 'planted.store.ts': { planted: ask } } });

describe('the queries of the stores', () => {
  it('all find their rows by an index', async () => {
    const { queries, problems } = await checkQueries({ url, avoidsScans: true });
    expect(problems).toEqual([]);
    expect(queries.length).toBeGreaterThan(80);
  });

  it('have a sample for every function, and a function without one is named', async () => {
    expect(await missingSamples()).toEqual([]);
    const { 'ledger/ledger.store.ts': _ledger, ...rest } = STORE_SAMPLES;
    expect(await missingSamples(rest)).toContain('ledger/ledger.store.ts writeTransfer has no sample');
  });
});

describe('a query that would read a whole table', () => {
  it('is named when no index serves it', async () => {
    const { problems } = await asking(({ db }) => db`select id from orders where reason_code = 'none'`);
    expect(problems.some((problem) => problem.includes('planted reads all of orders'))).toBe(true);
  });

  it('is named when the table is partitioned', async () => {
    const { problems } = await asking(({ db }) => db`select id from telemetry_records where account_id = 1`);
    expect(problems.some((problem) => /planted reads all of telemetry_records_\d{8}/.test(problem))).toBe(
      true,
    );
  });

  it('is named when it scans an index from end to end', async () => {
    const { problems } = await asking(({ db }) => db`select id from orders order by id limit 10`);
    expect(problems.some((problem) => problem.includes('planted walks all of orders_pkey'))).toBe(true);
  });

  it('is named when it reads too many rows', async () => {
    const { problems } = await asking(
      ({ db }) =>
        db`select count(*) from orders where id > '00000000-0000-0000-0000-000000000000' and gems = 5`,
    );
    expect(problems.some((problem) => /planted reads \d+ rows/.test(problem))).toBe(true);
  });

  it('changes nothing: whatever a sample writes is rolled back', async () => {
    await asking(({ tx, rows }) => tx`delete from payments where order_id = ${rows.decided.id}`);
    const { queries } = await asking(
      ({ db, rows }) => db`select from payments where order_id = ${rows.decided.id}`,
    );
    expect(queries[0]?.rows).toBe(1);
  });
});
