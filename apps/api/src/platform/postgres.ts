import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';

/** The pool: reads, and the place transactions start from. */
export type Db = postgres.Sql;
/** Inside a transaction. A store that writes asks for this type, so a write outside one does not compile. */
export type Tx = postgres.TransactionSql;
export type Reader = Db | Tx;

/** How long PostgreSQL lets us be: what hangs on our side or on its own ends, instead of holding locks and connections. */
export interface PostgresLimits {
  readonly applicationName: string;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
}

export interface PostgresOptions {
  readonly url: string;
  /** None for migrations: building an index takes as long as it takes. */
  readonly limits?: PostgresLimits;
  readonly connectionsMax?: number;
  readonly onNotice?: (message: string) => void;
}

function settingsOf({ applicationName, statementMs, lockMs, idleInTransactionMs }: PostgresLimits) {
  return {
    application_name: applicationName,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
}

export function connectPostgres({ url, limits, connectionsMax = 20, onNotice }: PostgresOptions): Db {
  return postgres(url, {
    ...(limits === undefined ? {} : { connection: settingsOf(limits) }),
    max: connectionsMax,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    backoff: (tries: number) => Math.min(0.1 * 2 ** tries, 2),
    onnotice: (notice) => onNotice?.(notice['message'] ?? ''),
    types: {
      // Balances and ids stay below 2^53: a number everywhere, and a loud failure if that ever ends.
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
}

/** The codes with which a socket fails: that to PostgreSQL, or any other that the failed code had opened. Files fail with other codes. */
const SOCKET_FAULT =
  /^E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOST(UNREACH|DOWN)|NET(UNREACH|DOWN|RESET)|NOTFOUND|AI_AGAIN)$/;
/** A connection that is gone has closed long before, and its transaction has failed with it. */
const CLOSED_WITHIN_MS = 1_000;

function lossOf(error: unknown): 'lost' | 'maybe' | 'none' {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' ? 'lost' : 'none';
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'none';
  if (/^CONNECT(ION)?_/.test(code)) return 'lost';
  return SOCKET_FAULT.test(code) ? 'maybe' : 'none';
}

/** True when a connection is gone or could not be made: that to PostgreSQL, or any other that the failed code had opened. */
export function isConnectionFault(error: unknown): boolean {
  return lossOf(error) !== 'none';
}

/**
 * The driver answers failed work with a rollback, even on a connection that is gone; there it throws where nobody can
 * catch it, and the process ends whenever PostgreSQL dies under load. So work that lost its connection is never reported
 * as failed: the driver rejects the whole transaction by itself when the connection closes, and the server rolls back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isOver = false;
  const guarded = async (tx: Tx): Promise<T> => {
    try {
      return await work(tx);
    } catch (error) {
      const loss = lossOf(error);
      if (loss === 'maybe') await setTimeout(CLOSED_WITHIN_MS);
      if (loss === 'lost' || isOver) return new Promise<never>(() => {});
      throw error;
    }
  };
  try {
    return (await db.begin(guarded)) as T;
  } finally {
    isOver = true;
  }
}

const FINAL_TABLES = [
  'ledger_transfers',
  'ledger_entries',
  'order_events',
  'gem_balances',
  'operator_actions',
] as const;

/** A program that could rewrite the ledger, or deceive its guards, does not start: an intruder who controls it could do the same. */
export async function requireProgramRole(db: Db): Promise<void> {
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

/** A dump restored into a new database has lost the revoke: rights on the database itself are not part of a dump. */
async function requireNoOwnTables(db: Db): Promise<void> {
  const [row] = await db<{ mayCreate: boolean }[]>`
    select has_database_privilege(current_database(), 'temporary') or has_schema_privilege('public', 'create') as "mayCreate"`;
  if (row?.mayCreate !== true) return;
  throw new Error(
    'the program’s database role may create temporary tables or tables of its own, which the ledger’s guards could be deceived with: ' +
      'run migrate.ts as the owner of the database, or `revoke temporary on database … from public`',
  );
}
