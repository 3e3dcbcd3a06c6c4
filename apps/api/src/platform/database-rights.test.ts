import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { compareRights, readRights, writtenTables } from '../test/database-rights.ts';
import { migrateDatabase } from './migrate-database.ts';
import { connectPostgres, type Db, type Tx } from './postgres.ts';

/**
 * All functions of a freshly migrated database, and all rights of roles other than the owner. A new table, grant or
 * function needs a line here. Lines with `later` are default privileges: the rights that new tables and functions get.
 */
const RIGHTS = [
  'body has_only_ended_bans(bigint): sql, stable, search_path=pg_catalog, public, pg_temp',
  'body erase_person(bigint,text[]): plpgsql, security definer, volatile, search_path=pg_catalog, pg_temp',
  'body first_id_at(timestamp with time zone): sql, immutable, search_path=pg_catalog, pg_temp',
  'body follow_due_notification(): plpgsql, security definer, volatile, search_path=pg_catalog, public, pg_temp',
  'body follow_due_order(): plpgsql, security definer, volatile, search_path=pg_catalog, public, pg_temp',
  'body follow_gems(): plpgsql, security definer, volatile, search_path=pg_catalog, public, pg_temp',
  'body keep_notification_months(integer): plpgsql, security definer, volatile, enable_seqscan=off, lock_timeout=1s, search_path=pg_catalog, pg_temp',
  'body keep_order_event_months(): plpgsql, security definer, volatile, lock_timeout=1s, search_path=pg_catalog, pg_temp',
  'body keep_telemetry_days(integer): plpgsql, security definer, volatile, lock_timeout=1s, search_path=pg_catalog, pg_temp',
  'body make_telemetry_day(date): plpgsql, volatile, search_path=pg_catalog, pg_temp',
  'body refuse_editing_balances(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  'body refuse_empty_transfer(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  'body refuse_gems_beyond_order(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  'body refuse_rewriting(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  'body refuse_rewriting_operators(): plpgsql, volatile, search_path=pg_catalog, pg_temp',
  'body refuse_rewriting_stories(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  'body refuse_unbalanced_transfer(): plpgsql, volatile, search_path=pg_catalog, public, pg_temp',
  // Which logins may connect is configured in the server (pg_hba.conf), not here.
  'column operators.ended_at: jawhara_app update',
  'column operators.ended_by: jawhara_app update',
  // The trigger allows only one change of this column: removing a payer's account from the detail.
  'column order_events.detail: jawhara_app update',
  'database: everybody connect',
  'function erase_person(bigint,text[]): jawhara_app execute',
  // keep_telemetry_days drops daily partitions of telemetry with the owner's rights, and refuses to drop the last seven.
  'function has_only_ended_bans(bigint): jawhara_app execute',
  // keep_notification_months drops monthly partitions of webhooks with the owner's rights, and refuses to drop the last 24.
  'function keep_notification_months(integer): jawhara_app execute',
  // keep_order_event_months only creates partitions.
  'function keep_order_event_months(): jawhara_app execute',
  'function keep_telemetry_days(integer): jawhara_app execute',
  'later tables: jawhara_app select, insert, update',
  'schema public: everybody usage',
  'schema public: jawhara_app usage',
  'table account_devices: jawhara_app select, insert, delete',
  'table account_presence: jawhara_app select',
  'table accounts: jawhara_app select, insert, update',
  'table alerts: jawhara_app select, insert, update',
  'table bans: jawhara_app select, insert, update',
  'table card_questions: jawhara_app select, insert, update',
  'table cards_in_hand: jawhara_app select, insert, delete',
  'table cards_to_forget: jawhara_app select, insert, update, delete',
  'table declined_joins: jawhara_app select, insert, delete',
  'table feedback_reports: jawhara_app select, insert, update, delete',
  'table fines_paid: jawhara_app select, insert, update',
  'table flow_builds: jawhara_app select, insert, update, delete',
  'table gem_balances: jawhara_app select',
  'table gem_packs: jawhara_app select, insert, update',
  'table ledger_entries: jawhara_app select, insert',
  'table ledger_transfers: jawhara_app select, insert',
  'table login_tickets: jawhara_app select, insert, update, delete',
  'table mail_subscriptions: jawhara_app select, insert, update',
  'table mails: jawhara_app select, insert, update',
  'table notification_keys: jawhara_app select, insert',
  'table notifications: jawhara_app select, insert, update',
  // Only triggers write this table.
  'table notifications_due: jawhara_app select',
  'table operator_actions: jawhara_app select, insert',
  'table operators: jawhara_app select, insert',
  'table orders_due: jawhara_app select',
  'table order_events: jawhara_app select, insert',
  'table order_links: jawhara_app select, insert, update, delete',
  'table order_requests: jawhara_app select, insert, delete',
  'table order_searches: jawhara_app select, insert, update, delete',
  'table orders: jawhara_app select, insert, update',
  'table passwords: jawhara_app select',
  'table payer_restrictions: jawhara_app select, insert, update',
  'table payment_returns: jawhara_app select, insert, update',
  'table payments: jawhara_app select, insert, update',
  'table recipient_history: jawhara_app select, insert, delete',
  'table reconciliation_runs: jawhara_app select, insert',
  'table refunds: jawhara_app select, insert, update',
  // The gateways of rooms have a database role of their own, which may use only this table.
  'table room_generation: jawhara_rooms select, update',
  'table saved_cards: jawhara_app select, insert, update, delete',
  'table schema_migrations: jawhara_app select',
  'table sessions: jawhara_app select, insert, update, delete',
  'table settlement_files: jawhara_app select, insert, update, delete',
  'table settlement_lines: jawhara_app select, insert',
  'table site_config_versions: jawhara_app select, insert',
  'table social_links: jawhara_app select',
  'table telemetry_records: jawhara_app select, insert',
  'table uploads: jawhara_app select, insert, update, delete',
  'table used_hand_overs: jawhara_app select, insert, delete',
  'table used_sign_in_tokens: jawhara_app select, insert, delete',
  'table write_probe: jawhara_app select, update',
];

/** Rights that the role has although no statement of the program uses them yet. */
const NOT_USED_YET = ['update sessions'];

const WHERE = 'RIGHTS in apps/api/src/platform/database-rights.test.ts';

const name = `jawhara_rights_${randomBytes(6).toString('hex')}`;
let db: Db;
beforeAll(async () => {
  // This database is migrated from scratch: a copy of the test template would lack the rights on the database itself.
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
  await migrateDatabase(db);
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

/** The rights after these statements, which are then rolled back. */
async function rightsAfter(...statements: string[]): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const undo = new Error('undo');
  const played = db.begin(async (tx: Tx) => {
    for (const statement of statements) await tx.unsafe(statement);
    found = await readRights(tx);
    throw undo;
  });
  await expect(played).rejects.toBe(undo);
  return found;
}

const tablesWith = (right: string): string[] =>
  RIGHTS.flatMap((line) => {
    const [, table = '', rights = ''] =
      /^(?:table|column) (\w+)(?:\.\w+)?: jawhara_app (.*)$/.exec(line) ?? [];
    return rights.split(', ').includes(right) ? [table] : [];
  });

describe('the database', () => {
  it('the rights and functions of the migrated database are exactly those listed in this file', async () => {
    expect(compareRights(RIGHTS, await readRights(db), WHERE).join('\n\n')).toBe('');
  });

  it('a migration restores the database rights that are missing after a dump was restored', async () => {
    await db.unsafe(`grant temporary on database ${name} to public`);
    expect(compareRights(RIGHTS, await readRights(db), WHERE).join()).toContain(
      'everybody connect, temporary',
    );
    await migrateDatabase(db);
    expect(compareRights(RIGHTS, await readRights(db), WHERE)).toEqual([]);
  });

  it('the PUBLIC rights of the database allow connecting and seeing the schema, and nothing else', () => {
    expect(RIGHTS.filter((line) => line.includes(': everybody'))).toEqual([
      'database: everybody connect',
      'schema public: everybody usage',
    ]);
  });

  it('every database function has a search path that begins with pg_catalog and ends with temporary tables', () => {
    const bodies = RIGHTS.filter((line) => line.startsWith('body '));
    expect(bodies.filter((line) => !/search_path=pg_catalog, (public, )?pg_temp$/.test(line))).toEqual([]);
  });
});

describe('the program’s statements', () => {
  it.each(['insert', 'update', 'delete'] as const)(
    'the program’s statements use every %s right that its database role has, and need no other',
    (right) => {
      const [needed, granted] = [writtenTables()[right], tablesWith(right)];
      expect(needed.size).toBeGreaterThan(5);
      expect([...needed].filter((table) => !granted.includes(table))).toEqual([]);
      const unused = granted.filter((table) => !needed.has(table)).map((table) => `${right} ${table}`);
      expect(unused.filter((line) => !NOT_USED_YET.includes(line))).toEqual([]);
    },
  );
});

describe('planted changes of the database rights', () => {
  it.each([
    [
      'a right on a table',
      'grant delete on payments to jawhara_app',
      'table payments: jawhara_app select, insert, update, delete',
    ],
    [
      'a right on a column',
      'grant update (gems) on gem_balances to jawhara_app',
      'column gem_balances.gems: jawhara_app update',
    ],
    ['a right of everybody', 'grant select on saved_cards to public', 'table saved_cards: everybody select'],
    [
      'a right on one day of telemetry',
      "do $$ begin execute format('grant delete on telemetry_records_%s to jawhara_app', to_char(now() at time zone 'UTC', 'YYYYMMDD')); end $$",
      'table telemetry_records_<day>: jawhara_app delete',
    ],
    [
      'a right on a sequence',
      'create sequence s; grant usage on sequence s to public',
      'sequence s: everybody usage',
    ],
    ['a new table', 'create table fresh_one (id int)', 'table fresh_one: jawhara_app select, insert, update'],
    [
      'a right to give on',
      'grant select on orders to jawhara_app with grant option',
      'table orders: jawhara_app insert, update, select with grant option',
    ],
    [
      'a function that looks where its caller says',
      "create function f() returns int language sql as 'select 1'",
      'body f(): sql, volatile, no search_path',
    ],
    [
      'a function that everybody may call',
      'grant execute on function follow_gems() to public',
      'function follow_gems(): everybody execute',
    ],
    [
      'a guard that lost its search_path',
      'alter function refuse_gems_beyond_order() reset all',
      'body refuse_gems_beyond_order(): plpgsql, volatile, no search_path',
    ],
    [
      'a guard of another owner',
      'alter function refuse_rewriting() owner to jawhara_app',
      'body refuse_rewriting(): plpgsql, volatile, owner jawhara_app, search_path=pg_catalog, public, pg_temp',
    ],
    [
      'a schema to create in',
      'grant create on schema public to jawhara_app',
      'schema public: jawhara_app create, usage',
    ],
    [
      'another schema',
      'create schema other; grant usage on schema other to public',
      'schema other: everybody usage',
    ],
    [
      'temporary tables',
      `grant temporary on database ${name} to jawhara_app`,
      'database: jawhara_app temporary',
    ],
    [
      'deleting in every later table',
      'alter default privileges in schema public grant delete on tables to jawhara_app',
      'later tables: jawhara_app select, insert, update, delete',
    ],
    [
      'calling every later function',
      'alter default privileges grant execute on functions to public',
      'later functions: everybody execute',
    ],
    [
      'membership of another role',
      'grant pg_read_server_files to jawhara_app',
      'role: jawhara_app member of pg_read_server_files',
    ],
    ['a login without a name of its own', 'alter role jawhara_app login', 'role: jawhara_app login'],
    [
      'a setting',
      'grant set on parameter session_replication_role to jawhara_app',
      'setting session_replication_role: jawhara_app set',
    ],
  ])('a planted change of the database rights is reported: %s', async (_what, statement, line) => {
    const problems = compareRights(RIGHTS, await rightsAfter(statement), WHERE);
    expect(problems.join('\n')).toContain(`add to ${WHERE}:\n  '${line}',`);
  });

  it('a database right that was lost is reported', async () => {
    const problems = compareRights(
      RIGHTS,
      await rightsAfter('revoke insert on orders from jawhara_app'),
      WHERE,
    );
    expect(problems.join('\n')).toContain(
      "remove from RIGHTS in apps/api/src/platform/database-rights.test.ts:\n  'table orders: jawhara_app select, insert, update',",
    );
  });
});
