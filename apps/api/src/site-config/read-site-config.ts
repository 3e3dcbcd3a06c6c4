import { createHash } from 'node:crypto';
import type { GooglePaySite, ProviderFields, SiteConfig } from '@jawhara/contract';
import {
  grayValueOf,
  readWalletType,
  type AccountId,
  type GrayRelease,
  type ProviderNumber,
  type GrayVisitor,
  type WalletChannel,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Db } from '../platform/postgres.ts';
import { newestSettings } from './site-config.store.ts';
import { readSettings, walletCodesIn } from './site-settings.ts';

interface ConfigReader {
  readonly accountId: AccountId | null;
  readonly device: string;
}

/**
 * A number from 0 to 99 for gradual releases. It is computed from the account if one is signed in, so that all devices
 * of a person have the same number; otherwise from the device.
 */
export function grayValueFor({ accountId, device }: ConfigReader): number {
  const who = accountId === null ? `device:${device}` : `account:${accountId}`;
  return grayValueOf(createHash('sha256').update(`gray:${who}`).digest());
}

/** Removes all accounts but the visitor's own from the whitelist, because a browser must not learn of others. */
function asSeenBy<Release extends GrayRelease>(release: Release, accountId: AccountId | null): Release {
  return { ...release, whitelist: release.whitelist.filter((id) => id === accountId) };
}

/** Facts that come from the deployment and the current state of the providers, not from the operator's settings. */
export interface ConfigFacts {
  readonly fields: ProviderFields;
  readonly googlePay: GooglePaySite | null;
  readonly failingProviders: () => Promise<readonly ProviderNumber[]>;
}

/**
 * The configuration for a browser: the operator's settings, and what the browser needs for the card fields of this
 * deployment's providers.
 */
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

/** The channels by which the operator releases wallet payments, and the visitor's number for choosing one of them. */
export async function walletChannelsFor(
  { db, logger }: { readonly db: Db; readonly logger: Logger },
  reader: ConfigReader,
): Promise<{ readonly channels: readonly WalletChannel[]; readonly visitor: GrayVisitor }> {
  const stored = await newestSettings(db);
  for (const code of walletCodesIn(stored)) {
    const reading = readWalletType(code);
    if (reading.kind === 'reset')
      logger.error(
        { unknownWallet: reading.unknownCode, treatedAs: reading.payType },
        'the settings release a wallet that nobody knows',
      );
  }
  const { walletChannels: channels } = readSettings(stored);
  return { channels, visitor: { grayValue: grayValueFor(reader), accountId: reader.accountId } };
}

/** Apple Pay treats a missing name as an error, and cuts off a long one. */
const DISPLAY_NAME = { otherwise: 'Jawhara', charactersMax: 64 } as const;

/** The name of the shop in a wallet's payment sheet. */
export async function walletDisplayName(db: Db): Promise<string> {
  const { displayName, totalLabel } = readSettings(await newestSettings(db)).walletSheet;
  return (displayName || totalLabel || DISPLAY_NAME.otherwise).slice(0, DISPLAY_NAME.charactersMax);
}
