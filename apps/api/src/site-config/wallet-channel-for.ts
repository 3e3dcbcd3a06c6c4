import { walletChannelOf, type PayType } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { grayValueFor, type ConfigReader } from './read-site-config.ts';
import { newestSettings } from './site-config.store.ts';
import { readSettings } from './site-settings.ts';

/** Who would take this visitor's wallet payment, as the operator releases it now; null where nobody would. */
export async function walletChannelFor(db: Db, reader: ConfigReader): Promise<PayType | null> {
  const { walletChannels } = readSettings(await newestSettings(db));
  return walletChannelOf(walletChannels, { grayValue: grayValueFor(reader), accountId: reader.accountId });
}
