import { inTransaction, type Db } from '../platform/postgres.ts';
import {
  insertCopyOf,
  insertVersion,
  newestVersions,
  type ConfigVersion,
  type Signature,
} from './site-config.store.ts';
import { wrongPartsOf } from './site-settings.ts';

export type Published =
  | { readonly kind: 'published'; readonly version: number }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'wrong-parts'; readonly parts: readonly string[] }
  | { readonly kind: 'no-such-version' };

const HISTORY_SHOWN_MAX = 100;

function isSigned({ by, why }: Signature): boolean {
  return /^.{1,100}$/.test(by.trim()) && why.trim() !== '' && why.length <= 500;
}

/** The next request reads it: nothing is restarted. */
export async function publishSettings(db: Db, settings: object, signature: Signature): Promise<Published> {
  if (!isSigned(signature)) return { kind: 'unsigned' };
  const parts = wrongPartsOf(settings);
  if (parts.length > 0) return { kind: 'wrong-parts', parts };
  const version = await inTransaction(db, (tx) =>
    insertVersion(tx, settings as Parameters<typeof insertVersion>[1], signature),
  );
  return { kind: 'published', version };
}

/** Appends a copy of the old version: what was tried in between stays in the history. */
export async function goBackToVersion(db: Db, version: number, signature: Signature): Promise<Published> {
  if (!isSigned(signature)) return { kind: 'unsigned' };
  const copy = await inTransaction(db, (tx) => insertCopyOf(tx, version, signature));
  return copy === null ? { kind: 'no-such-version' } : { kind: 'published', version: copy };
}

export async function listVersions(db: Db): Promise<readonly ConfigVersion[]> {
  return newestVersions(db, HISTORY_SHOWN_MAX);
}
