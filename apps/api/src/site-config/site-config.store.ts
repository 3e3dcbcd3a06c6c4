import { usdCents, type ExchangeRates, type SignOff, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';
import type { Reader, Tx } from '../platform/postgres.ts';
import { exchangeRatesPart } from './site-settings.ts';

/** The settings on which the list of packs depends. */
export interface Settings {
  readonly recommended: readonly UsdCents[];
  readonly extraRecommended: UsdCents | null;
  readonly payGroup: string;
  /** Null if exchange rates were never published. */
  readonly exchangeRates: ExchangeRates | null;
}

const cents = v.pipe(v.number(), v.integer(), v.minValue(1), v.transform(usdCents));

/** A typing error in a setting must not stop the shop, so each part falls back to its own default. */
const settingsSchema = v.object({
  recommended: v.fallback(v.array(cents), []),
  extraRecommended: v.fallback(v.nullable(cents), null),
  payGroup: v.fallback(v.string(), 'default'),
  exchangeRates: v.fallback(v.nullable(exchangeRatesPart), null),
});

/** The newest settings as one value: a part of another statement, or a statement of its own. */
export function settingsNow(db: Reader) {
  return db`select settings from site_config_versions order by version desc limit 1`;
}

/** The newest settings, not parsed: the callers decide which parts are valid. Null before anything was published. */
export async function newestSettings(db: Reader): Promise<unknown> {
  const [row] = await settingsNow(db);
  return (row?.['settings'] as unknown) ?? null;
}

/** Key of an advisory lock, the same number in every process. */
const PUBLISHING_LOCK = 7_342_074;

/**
 * Locks publishing until the transaction ends, so that of two parts that are published at once both are in the newest
 * version.
 */
export async function lockPublishing(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${PUBLISHING_LOCK})`;
}

export const currentSettings = async (db: Reader): Promise<Settings> => settingsIn(await newestSettings(db));

export function settingsIn(settings: unknown): Settings {
  return v.parse(settingsSchema, typeof settings === 'object' && settings !== null ? settings : {});
}

export interface ConfigVersion {
  readonly by: string;
  readonly why: string;
  readonly version: number;
  readonly copyOf: number | null;
  readonly createdAt: Date;
}

type SettingsJson = Parameters<Tx['json']>[0];

export async function insertVersion(tx: Tx, settings: SettingsJson, signOff: SignOff): Promise<number> {
  const rows = await tx<{ version: number }[]>`
    insert into site_config_versions (settings, published_by, reason)
    values (${tx.json(settings)}, ${signOff.by}, ${signOff.why}) returning version`;
  return rows[0]?.version ?? 0;
}

/** Stores a copy of a version as the newest one, and returns its number. Null if there is no such version. */
export async function insertCopyOf(tx: Tx, version: number, signOff: SignOff): Promise<number | null> {
  const rows = await tx<{ version: number }[]>`
    insert into site_config_versions (settings, published_by, reason, copy_of)
    select settings, ${signOff.by}, ${signOff.why}, version
    from site_config_versions where version = ${version}
    returning version`;
  return rows[0]?.version ?? null;
}

export async function newestVersions(db: Reader, most: number): Promise<ConfigVersion[]> {
  return db<ConfigVersion[]>`
    select version, published_by as "by", reason as "why", copy_of as "copyOf", created_at as "createdAt"
    from site_config_versions order by version desc limit ${most}`;
}
