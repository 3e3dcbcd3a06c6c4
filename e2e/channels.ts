import { randomBytes, randomInt } from 'node:crypto';
import {
  accountId,
  readSignOff,
  walletChannelOf,
  type AccountId,
  type PayType,
  type WalletChannel,
} from '@jawhara/domain';
import { deviceDigest } from '../apps/api/src/http/devices.ts';
import { connectPostgres, inTransaction, type Db } from '../apps/api/src/platform/postgres.ts';
import { publishSettings } from '../apps/api/src/site-config/publish-settings.ts';
import { grayValueFor } from '../apps/api/src/site-config/read-site-config.ts';
import { newestSettings } from '../apps/api/src/site-config/site-config.store.ts';

/** Half of all devices are offered Adyen first, so a journey chooses its provider by choosing its device. */
const ADYEN_RATIO = 50;

/**
 * The wallet channels and their shares of the devices. Adyen's comes first, so that a device which is offered Adyen's cards
 * also gets Adyen's wallet; a journey chooses its channel by choosing its device.
 */
const WALLET_SHARES = [
  { payType: 26, ratio: ADYEN_RATIO },
  { payType: 30, ratio: 30 },
  { payType: 28, ratio: 10 },
  { payType: 29, ratio: 10 },
] as const satisfies readonly Pick<WalletChannel, 'payType' | 'ratio'>[];

const WALLET_CHANNELS: readonly WalletChannel[] = WALLET_SHARES.map((share) => ({ ...share, whitelist: [] }));

/** A link can name this platform; on it the card fields of Checkout.com (provider 13) are not shown. */
export const PLATFORM_WITHOUT_13 = 'no-flow';

/** Wallet channels with no share of the devices: each has an account on its whitelist, as which its journeys sign in. */
const LISTED_WALLETS = [25, 31] as const satisfies readonly PayType[];

/** The account on the whitelist of this wallet channel. */
export function walletGuest(payType: (typeof LISTED_WALLETS)[number]): AccountId {
  return accountId(910_000_000 + payType);
}

async function addWalletGuests(db: Db): Promise<void> {
  for (const payType of LISTED_WALLETS) {
    const id = walletGuest(payType);
    await db`
      insert into accounts (id, display_id, nickname, status, is_guest, source)
      values (${id}, ${String(id)}, ${`Wallet ${payType}`}, 'normal', false, 'social')
      on conflict (id) do nothing`;
  }
}

/** Publishes settings as an operator would: all three card providers are in use, and every wallet channel can be reached. */
export async function publishChannels(databaseUrl: string): Promise<void> {
  const db = connectPostgres({ url: databaseUrl, connectionsMax: 1 });
  try {
    await addWalletGuests(db);
    const listed = LISTED_WALLETS.map((payType) => ({
      payType,
      ratio: 0,
      whitelist: [walletGuest(payType)],
    }));
    const settings = {
      ...((await newestSettings(db)) as object | null),
      walletChannels: [...WALLET_CHANNELS, ...listed],
      adyenCard: { ratio: ADYEN_RATIO, whitelist: [] },
      cardHiddenPlatforms: [PLATFORM_WITHOUT_13],
    };
    const signOff = readSignOff('e2e', 'journeys of three providers');
    if (signOff === null) throw new Error('nobody signed');
    const published = await inTransaction(db, (tx) => publishSettings(tx, settings, signOff));
    if (published.kind !== 'published') throw new Error(`not published: ${JSON.stringify(published)}`);
  } finally {
    await db.end();
  }
}

/** Draws device secrets until one has the gray value (0 to 99, by which settings select devices) that the test needs. */
function secretOf(isRight: (grayValue: number) => boolean): string {
  for (;;) {
    const secret = randomBytes(32).toString('hex');
    if (isRight(grayValueFor({ accountId: null, device: deviceDigest(secret) }))) return secret;
  }
}

/** The secret of a device that is offered Adyen's card fields, or of one that is not. */
export function newDeviceSecret(isOfferedAdyen: boolean): string {
  return secretOf((grayValue) => grayValue < ADYEN_RATIO === isOfferedAdyen);
}

/** The secret of a device whose wallet is served by this channel. */
export function deviceServedBy(channel: PayType): string {
  return secretOf(
    (grayValue) => walletChannelOf(WALLET_CHANNELS, { grayValue, accountId: null }) === channel,
  );
}

/** An unused account id that is not offered Adyen: for a signed-in visitor the account decides, not the device. */
export function newAccountId(): number {
  for (;;) {
    const id = randomInt(500_000_000, 900_000_000);
    if (grayValueFor({ accountId: accountId(id), device: '' }) >= ADYEN_RATIO) return id;
  }
}
