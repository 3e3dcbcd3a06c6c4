import postgres from 'postgres';

/** The pool: reads, and the place transactions start from. */
export type Db = postgres.Sql;
/** Inside a transaction. A store that writes asks for this type, so a write outside one does not compile. */
export type Tx = postgres.TransactionSql;
export type Reader = Db | Tx;

export interface PostgresOptions {
  readonly url: string;
  readonly connectionsMax?: number;
  readonly onNotice?: (message: string) => void;
}

export function connectPostgres({ url, connectionsMax = 20, onNotice }: PostgresOptions): Db {
  return postgres(url, {
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

function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(CONNECTION_|CONNECT_|E[A-Z]+$)/.test(code);
}

/**
 * The driver answers failed work with a rollback, even on a connection that is gone; there it throws where nobody can
 * catch it, and the process ends whenever PostgreSQL dies under load. So work that lost its connection is never reported
 * as failed: the driver rejects the whole transaction by itself when the connection closes, and the server rolls back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const guarded = async (tx: Tx): Promise<T> => {
    try {
      return await work(tx);
    } catch (error) {
      if (isConnectionLost(error)) return new Promise<never>(() => {});
      throw error;
    }
  };
  return (await db.begin(guarded)) as T;
}
