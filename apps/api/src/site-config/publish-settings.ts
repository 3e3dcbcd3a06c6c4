import type { SignOff } from '@jawhara/domain';
import type { Db, Tx } from '../platform/postgres.ts';
import {
  insertCopyOf,
  insertVersion,
  lockPublishing,
  newestSettings,
  newestVersions,
  type ConfigVersion,
} from './site-config.store.ts';
import { PART_NAMES, wrongPartsOf } from './site-settings.ts';

export type Published =
  | { readonly kind: 'published'; readonly version: number }
  | { readonly kind: 'wrong-parts'; readonly parts: readonly string[] }
  | { readonly kind: 'no-such-version' };

const HISTORY_SHOWN_MAX = 100;

/** Publishes new settings. The next request reads them, without a restart. */
export async function publishSettings(tx: Tx, settings: object, signOff: SignOff): Promise<Published> {
  const parts = wrongPartsOf(settings);
  if (parts.length > 0) return { kind: 'wrong-parts', parts };
  const version = await insertVersion(tx, settings as Parameters<typeof insertVersion>[1], signOff);
  return { kind: 'published', version };
}

const partsOf = (stored: unknown): object => (typeof stored === 'object' && stored !== null ? stored : {});

/** Publishes the newest settings with one part replaced: the other parts stay as they are. */
export async function publishPart(
  tx: Tx,
  { name, value }: { readonly name: string; readonly value: unknown },
  signOff: SignOff,
): Promise<Published> {
  await lockPublishing(tx);
  return publishSettings(tx, { ...partsOf(await newestSettings(tx)), [name]: value }, signOff);
}

/** A part of the settings as stored. Null if the part was never published, so that its default applies. */
export interface PublishedPart {
  readonly name: string;
  readonly json: string | null;
}

export async function publishedParts(db: Db): Promise<readonly PublishedPart[]> {
  const stored = partsOf(await newestSettings(db)) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...PART_NAMES, ...Object.keys(stored)])];
  return names.map((name) => ({
    name,
    json: Object.hasOwn(stored, name) ? JSON.stringify(stored[name]) : null,
  }));
}

/** Publishes a copy of an old version as the newest one. The versions in between stay in the history. */
export async function goBackToVersion(tx: Tx, version: number, signOff: SignOff): Promise<Published> {
  const copy = await insertCopyOf(tx, version, signOff);
  return copy === null ? { kind: 'no-such-version' } : { kind: 'published', version: copy };
}

export async function listVersions(db: Db): Promise<readonly ConfigVersion[]> {
  return newestVersions(db, HISTORY_SHOWN_MAX);
}
