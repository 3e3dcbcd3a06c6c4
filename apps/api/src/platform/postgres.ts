import { setTimeout } from 'node:timers/promises';
import type postgresTypes from 'postgres';
import { withSqlSpans, inChildSpan } from './tracing.ts';
import type { DatabaseAddresses } from './database-addresses.ts';
import { postgres, requireMendedDriver } from './postgres-driver.ts';
import { sharingReads } from './shared-reads.ts';

/** The connection pool: for reads, and to start transactions. */
export type Db = postgresTypes.Sql;
/** A transaction. A store that writes takes this type, so a write outside of one does not compile. */
export type Tx = postgresTypes.TransactionSql;
export type Reader = Db | Tx;
/** A part of a statement. The store of a table makes it, so that a store of another table can use it in a statement. */
export type Fragment = postgresTypes.PendingQuery<postgresTypes.Row[]>;

/** Time limits in PostgreSQL, so that a hanging statement or transaction releases its locks and connection. */
export interface PostgresLimits {
  readonly applicationName: string;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
}

export interface PostgresOptions {
  readonly url: string;
  /** Not set for migrations, because building an index may take long. */
  readonly limits?: PostgresLimits;
  readonly connectionsMax?: number;
  /** Lets connections change to a standby when it is promoted. If not set, every connection goes to the address of `url`. */
  readonly addresses?: DatabaseAddresses;
  /** True behind a pooler in transaction mode: the time limits then belong to the login role, and no statement is prepared. */
  readonly isPooled?: boolean;
  readonly onNotice?: (message: string) => void;
}

function settingsOf(
  { applicationName, statementMs, lockMs, idleInTransactionMs }: PostgresLimits,
  isPooled: boolean,
) {
  // A pooler passes on no other setting.
  if (isPooled) return { application_name: applicationName };
  return {
    application_name: applicationName,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
}

/** PostgreSQL reports this when a connection opens and when a standby is promoted. */
const STANDBY_PARAMETER = 'in_hot_standby';

/** By pool: closes its connections when its server accepts no writes any more. */
const leaves = new WeakMap<Db, () => void>();

export function connectPostgres({
  url,
  limits,
  connectionsMax = 20,
  addresses,
  isPooled = false,
  onNotice,
}: PostgresOptions): Db {
  const db: Db = postgres(url, {
    ...(addresses && {
      socket: addresses.connect,
      onparameter(key: string, value: string) {
        if (key !== STANDBY_PARAMETER || value !== 'on') return;
        // The driver reports only changes: without this it would not report that the next address is a standby too.
        delete (db.parameters as Record<string, string>)[STANDBY_PARAMETER];
        addresses.leave();
      },
    }),
    ...(limits === undefined ? {} : { connection: settingsOf(limits, isPooled) }),
    prepare: !isPooled,
    max: connectionsMax,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    backoff: (tries: number) => Math.min(0.1 * 2 ** tries, 2),
    onnotice: (notice) => onNotice?.(notice['message'] ?? ''),
    types: {
      // Balances and ids stay below 2^53, so bigint columns are read as numbers; a larger value throws.
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number) => String(value),
        parse: (text: string) => {
          const value = Number(text);
          if (!Number.isSafeInteger(value)) throw new RangeError('a bigint beyond the safe integers');
          return value;
        },
      },
    },
  });
  if (addresses) leaves.set(db, addresses.leave);
  return db;
}

/** Error codes of sockets, PostgreSQL's or any other that the work opened. Errors of files have other codes. */
const SOCKET_FAULT =
  /^E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOST(UNREACH|DOWN)|NET(UNREACH|DOWN|RESET)|NOTFOUND|AI_AGAIN)$/;
/** The driver closes a lost connection well within this time, and the transaction then fails. */
const CLOSED_WITHIN_MS = 1_000;

function lossOf(error: unknown): 'lost' | 'maybe' | 'none' {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' ? 'lost' : 'none';
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'none';
  if (/^CONNECT(ION)?_/.test(code)) return 'lost';
  return SOCKET_FAULT.test(code) ? 'maybe' : 'none';
}

/** True if the server refuses a write because it is a standby, or was made read-only before another server is promoted. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '25006';
}

/** True if a connection was lost or could not be opened: PostgreSQL's, or any other that the work had opened. */
export function isConnectionFault(error: unknown): boolean {
  return lossOf(error) !== 'none';
}

/** Work goes on for a moment after its connection was lost, while the driver gives that connection to other transactions. */
function untilOver(tx: Tx, isOver: () => boolean): Tx {
  const refuseLate = (): void => {
    if (isOver())
      throw Object.assign(new Error('the transaction is over: its connection was lost'), {
        code: 'CONNECTION_CLOSED',
      });
  };
  return new Proxy(tx, {
    apply(target, self, args: unknown[]) {
      refuseLate();
      return Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
    },
    get(target, key, receiver) {
      if (key === 'unsafe' || key === 'savepoint') refuseLate();
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

/**
 * After a failure the driver sends a rollback. On a lost connection that throws where nothing can catch it, and the process
 * would end whenever PostgreSQL dies under load. So work that lost its connection does not report the failure to the
 * driver: the driver rejects the transaction when the connection closes, and the server rolls back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isOver = false;
  const guarded = async (tx: Tx): Promise<T> => {
    try {
      return await work(sharingReads(withSqlSpans(untilOver(tx, () => isOver))));
    } catch (error) {
      const loss = lossOf(error);
      if (loss === 'maybe') await setTimeout(CLOSED_WITHIN_MS);
      if (loss === 'lost' || isOver) return new Promise<never>(() => {});
      throw error;
    }
  };
  try {
    return (await inChildSpan('database transaction', {}, () => db.begin(guarded))) as T;
  } catch (error) {
    if (isReadOnlyServer(error)) leaves.get(db)?.();
    throw error;
  } finally {
    isOver = true;
  }
}

/** True for one process at a time, until its transaction ends; false for all others, which do not wait. */
export async function takeTurn(tx: Tx, work: string): Promise<boolean> {
  const [row] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`turn:${work}`}, 0)) as "isOurs"`;
  return row?.isOurs === true;
}

const FINAL_TABLES = [
  'ledger_transfers',
  'ledger_entries',
  'order_events',
  'gem_balances',
  'operator_actions',
] as const;

/**
 * Refuses to start with a role that could rewrite the ledger or bypass its triggers: an intruder in the program could do
 * the same.
 */
export async function requireProgramRole(db: Db): Promise<void> {
  requireMendedDriver();
  await requireNoRewriting(db);
  await requireNoOwnTables(db);
}

async function requireNoRewriting(db: Db): Promise<void> {
  const rows = await db<{ name: string }[]>`
    select name from unnest(${[...FINAL_TABLES]}::text[]) as name
    where has_table_privilege(name, 'update') or has_table_privilege(name, 'delete') or has_table_privilege(name, 'truncate')`;
  if (rows.length === 0) return;
  const [who] = await db<{ role: string }[]>`select current_user as role`;
  throw new Error(
    `the database role ${who?.role} may rewrite ${rows.map(({ name }) => name).join(', ')}: run the program with the rights of jawhara_app ` +
      '(docs/operations/environment.md) and only migrations as the owner',
  );
}

/**
 * Checked at every start, because a dump contains no rights on the database itself: after a restore the revocation is
 * missing.
 */
async function requireNoOwnTables(db: Db): Promise<void> {
  const [row] = await db<{ mayCreate: boolean }[]>`
    select has_database_privilege(current_database(), 'temporary') or has_schema_privilege('public', 'create') as "mayCreate"`;
  if (row?.mayCreate !== true) return;
  throw new Error(
    'the program’s database role may create temporary tables or tables of its own, which the ledger’s guards could be deceived with: ' +
      'run migrate.ts as the owner of the database, or `revoke temporary on database … from public`',
  );
}

/**
 * Behind a pooler the time limits belong to the login role. Without them a hanging transaction would hold a shared
 * connection for ever.
 */
export async function requireLimitsOfRole(db: Db): Promise<void> {
  const rows = await db<{ name: string }[]>`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`;
  if (rows.length === 0) return;
  throw new Error(
    `DATABASE_POOLER is transaction, but the login role has no ${rows.map(({ name }) => name).join(', ')}: run deploy/pooler/roles.sql (docs/operations/pooler.md)`,
  );
}
