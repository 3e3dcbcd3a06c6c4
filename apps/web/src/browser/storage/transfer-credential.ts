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
