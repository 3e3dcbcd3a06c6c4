import type { FinedAccount, FineShown, PayFine } from '@jawhara/contract';
import {
  whyNoFineHere,
  SITE_SOURCE,
  type AccountId,
  type ProviderNumber,
  type RechargeRefusal,
  type UsdCents,
} from '@jawhara/domain';
import {
  openOrder,
  type PayerRequest,
  type Offer,
  type OpenOrderDeps,
  type PlacedOrder,
} from '../orders/placing/open-order.ts';
import { providerFor } from '../providers/registry.ts';
import type { RecipientAnswer } from '../recipients/recipient-directory.ts';
import type { LocalDeliverer } from '../orders/base/order-ports.ts';
import { readQuote } from './fine-quote.ts';
import { standingOf, type FineContext, type FinedAccountFacts } from './read-fine.ts';
import { finePaid } from './chargeback-penalties.ts';

type PayFineRefusal =
  | Exclude<RechargeRefusal, 'banned'>
  | 'fine-none'
  | 'fine-permanent'
  | 'fine-changed'
  | 'pay-type-not-offered'
  | 'payments-paused';

export interface PayFineDeps {
  readonly fines: FineContext;
  readonly orders: OpenOrderDeps;
}

type FinedAccountFound =
  | { readonly kind: 'found'; readonly account: FinedAccountFacts }
  | Exclude<RecipientAnswer, { kind: 'found' }>;

async function findAccount(
  { accounts, recipients }: FineContext,
  finedAccount: FinedAccount,
): Promise<FinedAccountFound> {
  if ('displayId' in finedAccount) {
    const found = await recipients.findRecipient({ displayId: finedAccount.displayId, purpose: 'fine' });
    if (found.kind !== 'found') return found;
    return { kind: 'found', account: { accountId: found.recipient.accountId, isBanned: found.isBanned } };
  }
  const answer = await accounts.accountById(finedAccount.accountId);
  if (answer.kind === 'not-reachable') return answer;
  if (answer.kind === 'unknown') return { kind: 'refused', refusal: 'not-found' };
  const refusal = whyNoFineHere(answer.account, SITE_SOURCE);
  if (refusal !== null) return { kind: 'refused', refusal };
  const { id: accountId, status } = answer.account;
  return { kind: 'found', account: { accountId, isBanned: status === 'banned' } };
}

/**
 * The amount that the payer was shown and may be charged; null when the quote is not ours, is another account's or has
 * expired.
 */
function amountSeen(context: FineContext, accountId: AccountId, shown: FineShown): UsdCents | null {
  if ('amountUsdCents' in shown) return shown.amountUsdCents;
  const quote = readQuote(context.quoteKeys, shown.quoteId, context.now());
  return quote?.accountId === accountId ? quote.amountUsdCents : null;
}

function findProvider(
  { providers }: OpenOrderDeps,
  { payType }: PayFine,
  only: ProviderNumber | null,
): ProviderNumber | null {
  const provider = providerFor(providers, payType);
  return only === null || only === provider ? provider : null;
}

/** The amount comes from the ban; the amount that the browser sent is only compared. */
async function findFine(
  deps: PayFineDeps,
  wanted: PayFine,
  only: ProviderNumber | null,
): Promise<Offer<PayFineRefusal>> {
  const found = await findAccount(deps.fines, wanted.account);
  if (found.kind === 'refused') return { refusal: found.refusal };
  if (found.kind === 'not-reachable') return { refusal: 'payments-paused' };
  const { accountId } = found.account;
  const standing = await standingOf(deps.fines, found.account);
  if (standing.kind === 'not-reachable') return { refusal: 'payments-paused' };
  if (standing.kind !== 'fine') return { refusal: `fine-${standing.kind}` };
  if (amountSeen(deps.fines, accountId, wanted.shown) !== standing.amountUsdCents) {
    return { refusal: 'fine-changed' };
  }
  const provider = findProvider(deps.orders, wanted, only);
  if (provider === null) return { refusal: 'pay-type-not-offered' };
  return {
    purpose: 'fine',
    recipientId: accountId,
    rechargeId: null,
    priceUsdCents: standing.amountUsdCents,
    gems: 0,
    bonusGems: 0,
    payType: wanted.payType,
    provider,
  };
}

/** Opens the order of a fine. `only`: the provider that must take the payment; null allows every provider of the deployment. */
export async function payFine(
  deps: PayFineDeps,
  wanted: PayFine,
  payerRequest: PayerRequest,
  only: ProviderNumber | null = null,
): Promise<PlacedOrder<PayFineRefusal>> {
  const { account, shown, payType, card, browser = null, agreed = null } = wanted;
  const content = ['fine', ...Object.values(account), ...Object.values(shown), payType];
  const findOffer = () => findFine(deps, wanted, only);
  return openOrder(
    deps.orders,
    { content, card, browser, consents: { agreed, repeatOf: null }, findOffer },
    payerRequest,
  );
}

/** Ends the ban. If there is none left to lift, because another payer paid or a new ban came, an operator refunds the fine. */
export const deliverFine: LocalDeliverer = {
  where: 'database',
  async deliver(tx, order, at) {
    const { id: orderId, recipientId, createdAt: shownAt } = order;
    const detail = { paidUsdCents: order.priceUsdCents };
    const { isBanLifted } = await finePaid(tx, { orderId, recipientId, at, shownAt });
    return isBanLifted
      ? { story: { kind: 'ban-lifted', detail }, alert: null }
      : { story: { kind: 'no-ban-to-lift', detail }, alert: 'fine-without-ban' };
  },
};
