import type { FinedAccount, FineShown, PayFine } from '@jawhara/contract';
import {
  whyNoFineHere,
  SITE_SOURCE,
  type Account,
  type ProviderNumber,
  type RechargeRefusal,
  type UsdCents,
} from '@jawhara/domain';
import { accountByDisplayId, accountById } from '../accounts/account.store.ts';
import {
  openOrder,
  type PayerRequest,
  type Offer,
  type OpenOrderDeps,
  type PlacedOrder,
} from '../orders/placing/open-order.ts';
import { providerFor } from '../providers/registry.ts';
import { readQuote } from './fine-quote.ts';
import { standingOf, type FineContext } from './read-fine.ts';

export type PayFineRefusal =
  | Exclude<RechargeRefusal, 'banned'>
  | 'fine-none'
  | 'fine-permanent'
  | 'fine-changed'
  | 'pay-type-not-offered';

export interface PayFineDeps {
  readonly fines: FineContext;
  readonly orders: OpenOrderDeps;
}

async function findAccount({ db }: FineContext, asked: FinedAccount): Promise<Account | null> {
  return 'displayId' in asked
    ? await accountByDisplayId(db, asked.displayId)
    : await accountById(db, asked.accountId);
}

/** The amount that the payer has seen and may be charged; null when the quote is not ours, another account's or too old. */
function amountSeen(context: FineContext, account: Account, shown: FineShown): UsdCents | null {
  if ('amountUsdCents' in shown) return shown.amountUsdCents;
  const quote = readQuote(context.quoteKey, shown.quoteId, context.now());
  return quote?.accountId === account.id ? quote.amountUsdCents : null;
}

function findProvider(
  { providers }: OpenOrderDeps,
  { payType }: PayFine,
  only: ProviderNumber | null,
): ProviderNumber | null {
  const provider = providerFor(providers, payType);
  return only === null || only === provider ? provider : null;
}

/** The amount comes from the ban; the browser's word for it is only compared. */
async function findFine(
  deps: PayFineDeps,
  wanted: PayFine,
  only: ProviderNumber | null,
): Promise<Offer<PayFineRefusal>> {
  const account = await findAccount(deps.fines, wanted.account);
  if (!account) return { refusal: 'not-found' };
  const refusal = whyNoFineHere(account, SITE_SOURCE);
  if (refusal) return { refusal };
  const standing = await standingOf(deps.fines, account);
  if (standing.kind !== 'fine') return { refusal: `fine-${standing.kind}` };
  if (amountSeen(deps.fines, account, wanted.shown) !== standing.amountUsdCents) {
    return { refusal: 'fine-changed' };
  }
  const provider = findProvider(deps.orders, wanted, only);
  if (provider === null) return { refusal: 'pay-type-not-offered' };
  return {
    purpose: 'fine',
    recipientId: account.id,
    rechargeId: null,
    priceUsdCents: standing.amountUsdCents,
    gems: 0,
    bonusGems: 0,
    payType: wanted.payType,
    provider,
  };
}

/** Through any provider of the deployment, or through one alone. */
export async function payFine(
  deps: PayFineDeps,
  wanted: PayFine,
  asked: PayerRequest,
  only: ProviderNumber | null = null,
): Promise<PlacedOrder<PayFineRefusal>> {
  const { account, shown, payType, card, browser = null, agreed = null } = wanted;
  const content = ['fine', ...Object.values(account), ...Object.values(shown), payType];
  const findOffer = () => findFine(deps, wanted, only);
  return openOrder(deps.orders, { content, card, browser, agreed, findOffer }, asked);
}
