import type { SignOff } from '@jawhara/domain';
import type { Db, Tx } from '../platform/postgres.ts';
import { insertCopyOf, insertVersion, newestVersions, type ConfigVersion } from './site-config.store.ts';
import { wrongPartsOf } from './site-settings.ts';

export type Published =
  | { readonly kind: 'published'; readonly version: number }
  | { readonly kind: 'wrong-parts'; readonly parts: readonly string[] }
  | { readonly kind: 'no-such-version' };

const HISTORY_SHOWN_MAX = 100;

/** The next request reads the new settings: no restart is needed. */
export async function publishSettings(tx: Tx, settings: object, signOff: SignOff): Promise<Published> {
  const parts = wrongPartsOf(settings);
  if (parts.length > 0) return { kind: 'wrong-parts', parts };
  const version = await insertVersion(tx, settings as Parameters<typeof insertVersion>[1], signOff);
  return { kind: 'published', version };
}

/** Publishes a copy of the old version as the newest: the versions in between stay in the history. */
export async function goBackToVersion(tx: Tx, version: number, signOff: SignOff): Promise<Published> {
  const copy = await insertCopyOf(tx, version, signOff);
  return copy === null ? { kind: 'no-such-version' } : { kind: 'published', version: copy };
}

export async function listVersions(db: Db): Promise<readonly ConfigVersion[]> {
  return newestVersions(db, HISTORY_SHOWN_MAX);
}
