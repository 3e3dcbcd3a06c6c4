import { readWalletType, type GrayVisitor, type WalletChannel } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Db } from '../platform/postgres.ts';
import { grayValueFor, type ConfigReader } from './read-site-config.ts';
import { newestSettings } from './site-config.store.ts';
import { readSettings, walletCodesIn } from './site-settings.ts';

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
