import { backupDomainsSchema, type BackupDomains } from '@jawhara/contract';
import * as v from 'valibot';
import { stored, STORAGE_PREFIX } from './stored.ts';

/** Where this device was last seen, as our server says: two capital letters. Sent with events; nothing is decided by it. */
export const storedCountry = stored<string>({
  key: 'country',
  parse: (json) => (typeof json === 'string' && /^[A-Z]{2}$/.test(json) ? json : null),
  format: (country) => country,
});

/** For each host of ours those that stand in for it, as the server last said it: it is needed when nobody can be asked. */
export const storedBackupDomains = stored<BackupDomains>({
  key: 'backup_domains',
  parse: (json) => {
    const read = v.safeParse(backupDomainsSchema, json);
    return read.success ? read.output : null;
  },
  format: (domains) => domains,
});

const ms = v.optional(v.pipe(v.number(), v.finite()));

const speedSchema = v.object({
  /** When it was measured. */
  atMs: v.number(),
  path: v.string(),
  /** Since the page was asked for; what a browser does not tell is absent. */
  firstPaintMs: ms,
  firstContentMs: ms,
  largestContentMs: ms,
  loadMs: ms,
});

export type SpeedRecord = v.InferOutput<typeof speedSchema>;

/** How fast the last page was here, for whoever looks at a slow phone in their hand. Where records are not wanted there is none. */
export const storedSpeed = stored<SpeedRecord>({
  key: 'performance',
  parse: (json) => {
    const read = v.safeParse(speedSchema, json);
    return read.success ? read.output : null;
  },
  format: (record) => record,
});

/** Somebody wants no records of how they use the site. It outlives the clearing of the device: that must not begin them again. */
export const storedUsageObjection = stored<true>({
  key: 'no_usage',
  parse: (json) => (json === true ? true : null),
  format: (objects) => objects,
});

/** This device as it can be shown on another host: sealed by the server, together with a key that this browser cannot give away. */
export interface TransferCredential {
  readonly privateKey: CryptoKey;
  readonly publicKey: string;
  readonly sealed: string;
}

const DATABASE = 'jawhara.hand-over';
const STORE = 'armed';
const ENTRY = 'device';

/** For browsers that keep no keys: as long as the page lives. */
let inMemory: TransferCredential | null = null;

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}

async function withStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    // An open one would hinder another window from forgetting it.
    database.close();
  }
}

function isCredential(value: unknown): value is TransferCredential {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'sealed' in value;
}

export async function readTransferCredential(): Promise<TransferCredential | null> {
  try {
    const storedCredential: unknown = await withStore('readonly', (store) => store.get(ENTRY));
    return isCredential(storedCredential) ? storedCredential : inMemory;
  } catch {
    return inMemory;
  }
}

export async function storeTransferCredential(armed: TransferCredential): Promise<void> {
  inMemory = armed;
  // A page that ends before it is kept has it to its end, and the next one asks again.
  await withStore('readwrite', (store) => store.put(armed, ENTRY)).catch(() => undefined);
}

export function forgetTransferCredential(): void {
  inMemory = null;
  globalThis.indexedDB?.deleteDatabase(DATABASE);
}

/** A no to usage records is a wish, not a trace: clearing must not take it for a yes. */
const OUTLIVES = `${STORAGE_PREFIX}no_usage`;

/** Whatever this site has ever kept in this browser. What neighbours on the same host keep is theirs. */
export function forgetAll(): void {
  forgetTransferCredential();
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage))
        if (key.startsWith(STORAGE_PREFIX) && key !== OUTLIVES) storage.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
