import type { RechargeList } from '@jawhara/contract';
import { estimateOf, isPackOffered, localMoneyIn, type AccountId, type LocalMoney } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { currentSettings, type Settings } from '../site-config/site-config.store.ts';
import { packsOnSale, type StoredPack } from './gem-pack.store.ts';

/** Whether this payer or this account has ever had gems delivered; answered by the orders, which this folder does not own. */
export interface PayerHistory {
  hasBeenDelivered(to: { readonly recipientId: AccountId | null; readonly device: string }): Promise<{
    readonly account: boolean;
    readonly device: boolean;
  }>;
}

/** Who asks for the list, and for whom. */
export interface ListAsking {
  readonly recipientId: AccountId | null;
  readonly device: string;
  readonly isLoggedIn: boolean;
  readonly country: string | null;
}

/** The packs on sale, and facts that decide which of them this visitor may see. */
export interface ListFacts {
  readonly packs: readonly StoredPack[];
  readonly settings: Settings;
  readonly isNewAccount: boolean;
  readonly isNewDevice: boolean;
  readonly isLoggedIn: boolean;
  /** In which each price is estimated for this visitor. */
  readonly localMoney: LocalMoney | null;
}

export async function readListFacts(
  db: Db,
  history: PayerHistory,
  asking: ListAsking,
  now: Date,
): Promise<ListFacts> {
  const [packs, settings, delivered] = await Promise.all([
    packsOnSale(db),
    currentSettings(db),
    history.hasBeenDelivered(asking),
  ]);
  return {
    packs,
    settings,
    isNewAccount: !delivered.account,
    isNewDevice: !delivered.device,
    isLoggedIn: asking.isLoggedIn,
    localMoney: localMoneyIn(asking.country, settings.exchangeRates, now),
  };
}

export function listGemPacks(facts: ListFacts): RechargeList {
  const { packs, settings, isNewAccount, isNewDevice, isLoggedIn, localMoney } = facts;
  const isNewPayer = isNewAccount && isNewDevice;
  return {
    rows: packs
      .filter((pack) => isPackOffered(pack, { isNewPayer, isLoggedIn }))
      .map((pack) =>
        localMoney === null ? pack : { ...pack, estimate: estimateOf(pack.priceUsdCents, localMoney) },
      ),
    recommended: settings.recommended,
    extraRecommended: settings.extraRecommended,
    isNewPayer,
    isNewAccount,
    isNewDevice,
    payGroup: settings.payGroup,
  };
}
