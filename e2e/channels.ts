import { randomBytes, randomInt } from 'node:crypto';
import { accountId, readSignOff } from '@jawhara/domain';
import { deviceDigest } from '../apps/api/src/http/device-secret.ts';
import { connectPostgres, inTransaction } from '../apps/api/src/platform/postgres.ts';
import { publishSettings } from '../apps/api/src/site-config/publish-settings.ts';
import { grayValueFor } from '../apps/api/src/site-config/read-site-config.ts';
import { newestSettings } from '../apps/api/src/site-config/site-config.store.ts';

/** Half of all devices meet Adyen first, so a journey chooses its provider by choosing its device. */
const ADYEN_RATIO = 50;

/** Said by a link; there the fields of Checkout.com are not shown. */
export const PLATFORM_WITHOUT_13 = 'no-flow';

/** What an operator would publish to let all three providers take cards. */
export async function publishChannels(databaseUrl: string): Promise<void> {
  const db = connectPostgres({ url: databaseUrl, connectionsMax: 1 });
  try {
    const settings = {
      ...((await newestSettings(db)) as object | null),
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

/** The secret of a device that Adyen is offered to, or is not. */
export function newDeviceSecret(isOfferedAdyen: boolean): string {
  for (;;) {
    const secret = randomBytes(32).toString('hex');
    const gray = grayValueFor({ accountId: null, device: deviceDigest(secret) });
    if (gray < ADYEN_RATIO === isOfferedAdyen) return secret;
  }
}

/** An account that nobody has yet and Adyen is not offered to: of whoever is signed in the account counts, not the device. */
export function newAccountId(): number {
  for (;;) {
    const id = randomInt(500_000_000, 900_000_000);
    if (grayValueFor({ accountId: accountId(id), device: '' }) >= ADYEN_RATIO) return id;
  }
}
