import { backupDomainsSchema, type BackupDomains } from '@jawhara/contract';
import * as v from 'valibot';
import { stored, STORAGE_PREFIX } from './stored.ts';

/** The device's country as our server last reported it: two capital letters. Sent with events, and used for nothing else. */
export const storedCountry = stored<string>({
  key: 'country',
  parse: (json) => (typeof json === 'string' && /^[A-Z]{2}$/.test(json) ? json : null),
  format: (country) => country,
});

/** For each host of ours its backup hosts, as the server last listed them: needed when no server answers. */
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
  atMs: v.number(),
  path: v.string(),
  /** Times since the start of the navigation; one that the browser does not measure is absent. */
  firstPaintMs: ms,
  firstContentMs: ms,
  largestContentMs: ms,
  loadMs: ms,
});

export type SpeedRecord = v.InferOutput<typeof speedSchema>;

/** Load times of the last page, for looking into a slow phone. Absent where the visitor wants no usage records. */
export const storedSpeed = stored<SpeedRecord>({
  key: 'performance',
  parse: (json) => {
    const read = v.safeParse(speedSchema, json);
    return read.success ? read.output : null;
  },
  format: (record) => record,
});

/** The visitor wants no usage records. Clearing the device keeps this value: otherwise recording would start again. */
export const storedUsageObjection = stored<true>({
  key: 'no_usage',
  parse: (json) => (json === true ? true : null),
  format: (objects) => objects,
});

/** Proof of this device for another host: sealed by the server, with a private key that cannot be exported from this browser. */
export interface TransferCredential {
  readonly privateKey: CryptoKey;
  readonly publicKey: string;
  readonly sealed: string;
}

const DATABASE = 'jawhara.hand-over';
const STORE = 'armed';
const ENTRY = 'device';

/** For browsers that cannot store keys: lasts as long as the page. */
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
    // An open database would block another window from deleting it.
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
  // If the write fails, this page uses the copy in memory, and the next page requests a new credential.
  await withStore('readwrite', (store) => store.put(armed, ENTRY)).catch(() => undefined);
}

export function forgetTransferCredential(): void {
  inMemory = null;
  globalThis.indexedDB?.deleteDatabase(DATABASE);
}

/** The objection to usage records is the visitor's choice, not a trace: clearing the device must keep it. */
const OUTLIVES = `${STORAGE_PREFIX}no_usage`;

/** Deletes everything this site has stored in this browser. Values of other sites on the same host stay. */
export function forgetAll(): void {
  forgetTransferCredential();
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage))
        if (key.startsWith(STORAGE_PREFIX) && key !== OUTLIVES) storage.removeItem(key);
    } catch {
      // Without storage there is nothing to delete.
    }
  }
}
