import type { PlaceOrder } from '@jawhara/contract';
import { isPackOffered, whyNotRechargeable, SITE_SOURCE, type RechargeRefusal } from '@jawhara/domain';
import { packOnSale } from '../../gem-packs/gem-pack.store.ts';
import { providerFor } from '../../providers/registry.ts';
import {
  openOrder,
  type PayerRequest,
  type Offer,
  type OpenOrderDeps,
  type PlacedOrder,
} from './open-order.ts';

type PlaceOrderRefusal = RechargeRefusal | 'pack-not-found' | 'pay-type-not-offered' | 'payments-paused';

/** The price and the gems come from the catalogue; from the browser only the recharge id is used. */
async function findPack(
  deps: OpenOrderDeps,
  wanted: PlaceOrder,
  isLoggedIn: boolean,
): Promise<Offer<PlaceOrderRefusal>> {
  const { db } = deps.context;
  const found = await deps.accounts.accountById(wanted.recipientId);
  // Without an answer from the account directory nothing is charged for the account.
  if (found.kind === 'not-reachable') return { refusal: 'payments-paused' };
  if (found.kind === 'unknown') return { refusal: 'not-found' };
  const refusal = whyNotRechargeable(found.account, SITE_SOURCE);
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
  payerRequest: PayerRequest,
): Promise<PlacedOrder<PlaceOrderRefusal>> {
  const content = [wanted.rechargeId, wanted.recipientId, wanted.payType];
  const findOffer = () => findPack(deps, wanted, payerRequest.payerAccount !== null);
  const { card, browser = null, agreed = null, repeatOf = null } = wanted;
  const consents = { agreed, repeatOf };
  return openOrder(deps, { content, card, browser, consents, findOffer }, payerRequest);
}
