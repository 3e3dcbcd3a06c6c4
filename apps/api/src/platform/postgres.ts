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

/** How a socket fails: ours to PostgreSQL, or another one that the work had opened. Files fail with other codes. */
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

/** The connection to PostgreSQL, or another one that the work had opened, is gone or could not be made. */
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
