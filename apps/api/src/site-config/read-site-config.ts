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

/** By account if the visitor is signed in, so that all devices of a person get the same value; otherwise by device. */
export function grayValueFor({ accountId, device }: ConfigReader): number {
  const who = accountId === null ? `device:${device}` : `account:${accountId}`;
  return grayValueOf(createHash('sha256').update(`gray:${who}`).digest());
}

/** Keeps only the visitor's own entry: a browser must not get the other accounts. */
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

/** The channel that takes this visitor's wallet payments, by the operator's current release. */
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

/** Apple treats a missing name as an error, and cuts off a long one. */
const DISPLAY_NAME = { otherwise: 'Jawhara', charactersMax: 64 } as const;

/** The shop's name in a wallet's sheet. */
export async function walletDisplayName(db: Db): Promise<string> {
  const { displayName, totalLabel } = readSettings(await newestSettings(db)).walletSheet;
  return (displayName || totalLabel || DISPLAY_NAME.otherwise).slice(0, DISPLAY_NAME.charactersMax);
}
