import { usdCents, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';
import type { Reader } from '../platform/postgres.ts';

export interface Settings {
  readonly websiteVersion: string;
  readonly recommended: readonly UsdCents[];
  readonly extraRecommended: UsdCents | null;
  readonly payGroup: string;
}

const cents = v.pipe(v.number(), v.integer(), v.minValue(1), v.transform(usdCents));

/** An operator's typo in one setting must not take the shop down: each part falls back by itself. */
const settingsSchema = v.object({
  websiteVersion: v.fallback(v.string(), '0.0.0'),
  recommended: v.fallback(v.array(cents), []),
  extraRecommended: v.fallback(v.nullable(cents), null),
  payGroup: v.fallback(v.string(), 'default'),
});

export async function currentSettings(db: Reader): Promise<Settings> {
  const [row] = await db<{ settings: unknown }[]>`
    select settings from site_config_versions order by version desc limit 1`;
  return v.parse(
    settingsSchema,
    typeof row?.settings === 'object' && row.settings !== null ? row.settings : {},
  );
}
