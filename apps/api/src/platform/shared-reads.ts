import type postgres from 'postgres';

type Tx = postgres.TransactionSql;
type Reader = postgres.Sql | Tx;

/**
 * A read about a row that its transaction has locked. Later code of the same transaction may use its result again. When
 * the transaction writes to one of the tables, the result is dropped, so that the transaction sees its own writes.
 */
interface SharedRead {
  readonly tables: readonly string[];
  readonly value: Promise<unknown>;
}

interface Sharing {
  readonly locked: Set<string>;
  readonly reads: Map<string, SharedRead>;
}

const sharings = new WeakMap<Reader, Sharing>();

const WRITTEN = /\b(?:insert into|update|delete from)\s+(\w+)/gi;
const writtenBy = new WeakMap<TemplateStringsArray, ReadonlySet<string>>();

/**
 * Finds the tables that a statement writes. A template in the source is the same object at every run, so its text is
 * searched only once.
 */
function tablesWritten(text: TemplateStringsArray): ReadonlySet<string> {
  let tables = writtenBy.get(text);
  if (tables === undefined) {
    tables = new Set(text.flatMap((part) => [...part.matchAll(WRITTEN)].map(([, table = '']) => table)));
    writtenBy.set(text, tables);
  }
  return tables;
}

function dropWritten({ reads }: Sharing, text: TemplateStringsArray): void {
  const written = tablesWritten(text);
  if (written.size === 0) return;
  for (const [key, { tables }] of reads) if (tables.some((table) => written.has(table))) reads.delete(key);
}

/** Wraps the transaction so that its reads may be shared. */
export function sharingReads(tx: Tx): Tx {
  const sharing: Sharing = { locked: new Set(), reads: new Map() };
  const shared = new Proxy(tx, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (Array.isArray(args[0]) && 'raw' in args[0]) dropWritten(sharing, args[0]);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  sharings.set(shared, sharing);
  return shared;
}

/**
 * Notes that this transaction holds the lock of the row, so no other transaction changes anything that it reads about
 * the row.
 */
export function noteLocked(tx: Reader, row: string): void {
  sharings.get(tx)?.locked.add(row);
}

export function isLocked(tx: Reader, row: string): boolean {
  return sharings.get(tx)?.locked.has(row) ?? false;
}

interface RowRead {
  readonly row: string;
  readonly name: string;
  readonly tables: readonly string[];
}

/**
 * Returns the result of an earlier read about a locked row, until the transaction writes to one of the tables. For a
 * row that is not locked it reads every time.
 */
export function readShared<T>(
  db: Reader,
  { row, name, tables }: RowRead,
  read: () => Promise<T>,
): Promise<T> {
  const sharing = sharings.get(db);
  if (sharing?.locked.has(row) !== true) return read();
  const key = `${name} ${row}`;
  const known = sharing.reads.get(key);
  if (known !== undefined) return known.value as Promise<T>;
  const value = read();
  sharing.reads.set(key, { tables, value });
  return value;
}

/** The result of an earlier read, if it was not dropped; otherwise null. */
export async function peekShared<T>(db: Reader, { row, name }: Omit<RowRead, 'tables'>): Promise<T | null> {
  const known = sharings.get(db)?.reads.get(`${name} ${row}`);
  return known === undefined ? null : ((await known.value) as T);
}

/** Stores the row that a writing statement returned as the result of a read, to save the next read. */
export function putShared(db: Reader, { row, name, tables }: RowRead, value: unknown): void {
  const sharing = sharings.get(db);
  if (sharing?.locked.has(row) === true)
    sharing.reads.set(`${name} ${row}`, { tables, value: Promise.resolve(value) });
}
