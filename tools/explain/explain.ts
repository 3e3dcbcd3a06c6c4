import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropDatabase, ensurePostgres } from '../stack/postgres.ts';
import type { RunningService } from '../stack/redis.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { checkQueries } from './check-queries.ts';
import { growDatabase, reopenDatabase } from './grown-database.ts';
import { queryList } from './query-list.ts';
import { addRecording } from './recorded-statements.ts';

const PAGE = 'docs/operations/queries.md';
const SMALL = { orders: 20_000, accounts: 8_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs the named tests of the API, or all of them, and adds the statements they send to those that are explained. */
    record: { type: 'boolean', default: false },
    orders: { type: 'string', default: '5000000' },
    accounts: { type: 'string', default: '2000000' },
    /** A quick try with little data; writes no list. */
    small: { type: 'boolean', default: false },
    /** Keeps the database after the run, and reuses the one an earlier run kept. */
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    /** Another PostgreSQL than that of the tests: the address of a database of its superuser. */
    server: { type: 'string' },
  },
});
const scale = values.small ? SMALL : { orders: Number(values.orders), accounts: Number(values.accounts) };
const name = values.small ? 'jawhara_explain_small' : 'jawhara_explain';
const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s] ${line}`);

if (values.record) {
  const file = join(mkdtempSync(join(tmpdir(), 'jawhara-statements-')), 'sent.jsonl');
  writeFileSync(file, '');
  const tests = positionals.length > 0 ? positionals : ['apps/api/src'];
  const env = { ...process.env, RECORD_STATEMENTS: file };
  const { status } = spawnSync('vitest', ['run', ...tests], { cwd: REPOSITORY, stdio: 'inherit', env });
  const { added, removed } = addRecording(file);
  console.log(`explain: ${added} statements added, ${removed} removed`);
  process.exit(status ?? 1);
}

const server: RunningService = values.server
  ? { url: values.server, part: undefined }
  : await ensurePostgres();
try {
  say(`${scale.orders} orders, ${scale.accounts} accounts in ${name}`);
  const url = values.reuse
    ? await reopenDatabase(server.url, name)
    : await growDatabase(server.url, name, scale, say);
  say('asking');
  const { queries, problems } = await checkQueries({ url, avoidsScans: values.small });
  for (const problem of problems) console.log(problem);
  if (!values.small) {
    writeFileSync(join(REPOSITORY, PAGE), queryList(queries, scale));
    say(`written to ${PAGE}`);
  }
  const functions = new Set(queries.map((query) => `${query.store} ${query.name}`)).size;
  console.log(`explain: ${queries.length} queries of ${functions} functions, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
  if (!values.keep && !values.reuse) await dropDatabase(server.url, name);
} finally {
  await server.part?.stop();
}
