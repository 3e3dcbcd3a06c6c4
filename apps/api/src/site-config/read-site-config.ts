import type { CheckoutComFields, SiteConfig } from '@jawhara/contract';
import type { Db } from '../platform/postgres.ts';
import { currentSettings } from './site-config.store.ts';

/** What a browser needs to know: the operator's settings, and where this deployment's card fields are. */
export async function readSiteConfig(db: Db, checkoutComFields: CheckoutComFields): Promise<SiteConfig> {
  const { websiteVersion } = await currentSettings(db);
  return { websiteVersion, checkoutComFields };
}
