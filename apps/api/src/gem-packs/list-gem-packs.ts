import type { RechargeList } from '@jawhara/contract';
import { isPackOffered, type AccountId } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { currentSettings } from '../site-config/site-config.store.ts';
import { packsOnSale } from './gem-pack.store.ts';

/** Whether this payer or this account has ever had gems delivered; answered by the orders, which this folder does not own. */
export interface PayerHistory {
  hasBeenDelivered(to: { readonly recipientId: AccountId | null; readonly device: string }): Promise<{
    readonly account: boolean;
    readonly device: boolean;
  }>;
}

export async function listGemPacks(
  db: Db,
  history: PayerHistory,
  asking: { readonly recipientId: AccountId | null; readonly device: string; readonly isLoggedIn: boolean },
): Promise<RechargeList> {
  const [packs, settings, delivered] = await Promise.all([
    packsOnSale(db),
    currentSettings(db),
    history.hasBeenDelivered(asking),
  ]);
  const isNewPayer = !delivered.account && !delivered.device;
  return {
    rows: packs.filter((pack) => isPackOffered(pack, { isNewPayer, isLoggedIn: asking.isLoggedIn })),
    recommended: settings.recommended,
    extraRecommended: settings.extraRecommended,
    isNewPayer,
    isNewAccount: !delivered.account,
    isNewDevice: !delivered.device,
    payGroup: settings.payGroup,
  };
}
