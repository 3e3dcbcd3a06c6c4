import type { PlaceOrder } from '@jawhara/contract';
import { isPackOffered, whyNotRechargeable, SITE_SOURCE, type RechargeRefusal } from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { packOnSale } from '../../gem-packs/gem-pack.store.ts';
import { providerFor } from '../../providers/registry.ts';
import {
  openOrder,
  type PayerRequest,
  type Offer,
  type OpenOrderDeps,
  type PlacedOrder,
} from './open-order.ts';

type PlaceOrderRefusal = RechargeRefusal | 'pack-not-found' | 'pay-type-not-offered';

/** The price and the gems come from the catalogue; of the browser's word only the recharge id is used. */
async function findPack(
  deps: OpenOrderDeps,
  wanted: PlaceOrder,
  isLoggedIn: boolean,
): Promise<Offer<PlaceOrderRefusal>> {
  const { db } = deps.context;
  const account = await accountById(db, wanted.recipientId);
  if (!account) return { refusal: 'not-found' };
  const refusal = whyNotRechargeable(account, SITE_SOURCE);
  if (refusal) return { refusal };
  const pack = await packOnSale(db, wanted.rechargeId);
  // A pack hidden from new payers is hidden, not forbidden: its price is the same for everybody.
  if (!pack || !isPackOffered(pack, { isNewPayer: false, isLoggedIn })) return { refusal: 'pack-not-found' };
  const provider = providerFor(deps.providers, wanted.payType);
  if (!pack.payTypes.includes(wanted.payType) || provider === null)
    return { refusal: 'pay-type-not-offered' };
  const { rechargeId, priceUsdCents, gems, bonusGems } = pack;
  const { recipientId, payType } = wanted;
  return { purpose: 'gems', recipientId, rechargeId, priceUsdCents, gems, bonusGems, payType, provider };
}

export async function placeOrder(
  deps: OpenOrderDeps,
  wanted: PlaceOrder,
  asked: PayerRequest,
): Promise<PlacedOrder<PlaceOrderRefusal>> {
  const content = [wanted.rechargeId, wanted.recipientId, wanted.payType];
  const findOffer = () => findPack(deps, wanted, asked.payerAccount !== null);
  const { card, browser = null, agreed = null } = wanted;
  return openOrder(deps, { content, card, browser, agreed, findOffer }, asked);
}
