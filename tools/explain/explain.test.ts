import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '../../apps/api/src/platform/time-ordered-id.ts';
import { dropDatabase, ensurePostgres } from '../stack/postgres.ts';
import type { RunningService } from '../stack/redis.ts';
import { checkQueries, unsentStatements } from './check-queries.ts';
import { growDatabase } from './grown-database.ts';
import { recordedStatements, sourceOf, type Statement } from './recorded-statements.ts';
import { storeStatements } from './store-statements.ts';

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

const planted = { store: 'planted.store.ts', function: 'planted', pattern: /./ };

function asking(text: string, ...parameters: string[]) {
  const statement: Statement = { text, parameters, types: parameters.map(() => 0) };
  return checkQueries({ url, avoidsScans: true, statements: [statement], known: [planted] });
}

describe('the queries of the stores', () => {
  it('every query of the stores finds its rows by an index', async () => {
    const { queries, problems } = await checkQueries({ url, avoidsScans: true });
    expect(problems).toEqual([]);
    expect(queries.length).toBeGreaterThan(200);
  });

  it('every statement of the stores is recorded for the query check, and a missing statement is reported', () => {
    const [known, sent] = [storeStatements(), recordedStatements()];
    expect(unsentStatements(known, sent)).toEqual([]);
    const rest = sent.filter(({ text }) => !text.includes('insert into ledger_transfers'));
    expect(unsentStatements(known, rest)).toEqual([
      expect.stringContaining('ledger/ledger.store.ts writeTransfer has a statement that was never recorded'),
    ]);
  });

  it('a recorded query is matched with the store function that sends it', () => {
    const text =
      "select key from uploads where key = any($1) and device = $2 and state = 'stored' and purpose = 'feedback' order by key for update";
    expect(sourceOf(text, storeStatements())).toMatchObject({
      store: 'feedback/upload.store.ts',
      function: 'lockLooseFiles',
    });
  });

  it('times in recorded queries are moved to the current time before the query is planned', () => {
    const timed = (now: number) =>
      recordedStatements(now).find(({ text }) =>
        text.startsWith('select count(*)::int as count from (select from payments where look_after'),
      );
    expect(timed(Date.UTC(2030, 0, 1))?.parameters[0]).toMatch(/^2029-12-31|^2030-01-01/);
  });

  it('in recorded queries an id that stands for a time (the first id of a moment) is moved to the current time', () => {
    const now = Date.UTC(2030, 0, 1);
    const [id] =
      recordedStatements(now).find(({ text }) =>
        text.startsWith('select distinct order_id as id from order_'),
      )?.parameters ?? [];
    expect((id ?? '') > firstIdAt(new Date(now - 3_600_000))).toBe(true);
    expect((id ?? '') < firstIdAt(new Date(now))).toBe(true);
  });
});

describe('a query that would read a whole table', () => {
  it('the query check reports a query that no index serves', async () => {
    const { problems } = await asking("select id from orders where reason_code = 'none'");
    expect(problems.some((problem) => problem.includes('planted reads all of orders'))).toBe(true);
  });

  it('the query check reports a query that reads a whole partition', async () => {
    const { problems } = await asking('select id from telemetry_records where account_id = 1');
    expect(problems.some((problem) => /planted reads all of telemetry_records_\d{8}/.test(problem))).toBe(
      true,
    );
  });

  it('the query check reports a query that scans an index from end to end', async () => {
    const { problems } = await asking('select id from orders order by id limit 10');
    expect(problems.some((problem) => problem.includes('planted walks all of orders_pkey'))).toBe(true);
  });

  it('the query check reports a query that reads too many rows', async () => {
    const { problems } = await asking(
      "select count(*) from orders where id > '00000000-0000-0000-0000-000000000000' and gems = 5",
    );
    expect(problems.some((problem) => /planted reads \d+ rows/.test(problem))).toBe(true);
  });
});

describe('a statement recorded in a test', () => {
  const ID = '00000000-0000-7000-8000-000000000000';

  it('the query check replaces an unknown id with the id of an existing row', async () => {
    const { queries } = await asking('select state from orders where id = $1', ID);
    expect(queries[0]?.rows).toBe(1);
  });

  it('the query check changes no rows', async () => {
    const deleted = await asking('delete from recipient_history where payer = $1', 'nobody');
    expect(deleted.queries[0]?.rows).toBeGreaterThan(0);
    const again = await asking('delete from recipient_history where payer = $1', 'nobody');
    expect(again.queries[0]?.rows).toBe(deleted.queries[0]?.rows);
  });

  it('the query check plans an insert even if a constraint would refuse its values', async () => {
    const { queries, problems } = await asking(
      'insert into order_events (order_id, recipient_account_id, at, kind) values ($1, 1, now(), $2)',
      ID,
      'x',
    );
    expect(problems).toEqual([]);
    expect(queries[0]?.nodes).toEqual(['Insert']);
  });
});
