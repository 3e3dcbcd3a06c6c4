import type postgres from 'postgres';

type Tx = postgres.TransactionSql;
type Reader = postgres.Sql | Tx;

/**
 * Reads of one transaction about a row that it has locked, which later code of the same transaction may share. A statement
 * of the transaction that writes one of their tables drops them, so that its own writes are never hidden.
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

/** A template in the source is the same object whenever it runs, so its text is searched only once. */
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

/** This transaction now holds the row's lock, so no other transaction changes what it reads about the row. */
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

/** Reads once for a row that the transaction has locked, until one of the tables is written. Without the lock, each time. */
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

/** The value that was read and not dropped since; null if there is none. */
export async function peekShared<T>(db: Reader, { row, name }: Omit<RowRead, 'tables'>): Promise<T | null> {
  const known = sharings.get(db)?.reads.get(`${name} ${row}`);
  return known === undefined ? null : ((await known.value) as T);
}

/** Shares the row that a writing statement returned, to save another read. */
export function putShared(db: Reader, { row, name, tables }: RowRead, value: unknown): void {
  const sharing = sharings.get(db);
  if (sharing?.locked.has(row) === true)
    sharing.reads.set(`${name} ${row}`, { tables, value: Promise.resolve(value) });
}
