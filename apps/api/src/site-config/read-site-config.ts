import { createHash } from 'node:crypto';
import type { GooglePaySite, ProviderFields, SiteConfig } from '@jawhara/contract';
import { grayValueOf, type AccountId, type GrayRelease, type ProviderNumber } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { newestSettings } from './site-config.store.ts';
import { readSettings } from './site-settings.ts';

export interface ConfigReader {
  readonly accountId: AccountId | null;
  readonly device: string;
}

/** By account where there is one, so that a person's phone and laptop agree; otherwise by device. */
export function grayValueFor({ accountId, device }: ConfigReader): number {
  const who = accountId === null ? `device:${device}` : `account:${accountId}`;
  return grayValueOf(createHash('sha256').update(`gray:${who}`).digest());
}

/** Tells a visitor whether they are on a list, without sending the list. */
function asSeenBy<Release extends GrayRelease>(release: Release, accountId: AccountId | null): Release {
  return { ...release, whitelist: release.whitelist.filter((id) => id === accountId) };
}

/** Facts that the deployment and the current time add to the operator's settings. */
export interface ConfigFacts {
  readonly fields: ProviderFields;
  readonly googlePay: GooglePaySite | null;
  readonly failingProviders: () => Promise<readonly ProviderNumber[]>;
}

/** Configuration for a browser: the operator's settings, and the addresses of this deployment's card fields. */
export async function readSiteConfig(
  db: Db,
  { fields, googlePay, failingProviders }: ConfigFacts,
  reader: ConfigReader,
): Promise<SiteConfig> {
  const settings = readSettings(await newestSettings(db));
  return {
    ...settings,
    ...fields,
    googlePay,
    failingProviders: await failingProviders(),
    grayValue: grayValueFor(reader),
    newCardFlow: asSeenBy(settings.newCardFlow, reader.accountId),
    adyenCard: asSeenBy(settings.adyenCard, reader.accountId),
    walletChannels: settings.walletChannels.map((channel) => asSeenBy(channel, reader.accountId)),
  };
}
