import { createHash } from 'node:crypto';
import type { RepeatQuestion } from '@jawhara/contract';
import {
  formOf,
  type Order,
  type OrderId,
  type OrderPurpose,
  type PayWith,
  type RestrictionRefusal,
  type SavedCardId,
} from '@jawhara/domain';
import { rememberDevice } from '../../accounts/account.store.ts';
import type { AccountDirectory } from '../../accounts/account-directory.ts';
import type { CardAttempt } from '../../guards/attempt-counter.ts';
import type { CardTestingLimit } from '../../guards/card-testing-limit.ts';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { readAnswer } from '../follow-up/check-order.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { TimedPayAnswer } from '../base/order-life.ts';
import {
  knownRequest,
  closeRequest,
  orderOfRequest,
  type Claim,
  type OrderRequest,
} from '../store/order-request.store.ts';
import { openOrderOf, type OrderEvent, type PayerConsents, type StoredOrder } from '../store/order.store.ts';
import { lockPurchase } from '../store/repeat-purchase.store.ts';
import { payOpened, type PayOpenedDeps } from './pay-opened.ts';
import { findCard, questionOfNew, type PayerCard, type CardRefusal, type Payer } from './order-payer.ts';
import { askAboutRepeat, findRepeat, purchaseOf, type Repeat } from './repeat-purchase.ts';

/** Refusals that an order of any purpose can meet. */
type OpenOrderRefusal =
  | CardRefusal
  | RestrictionRefusal
  | 'request-id-reused'
  | 'repeat-purchase'
  | 'too-many-tries'
  | 'payments-paused';

export type PlacedOrder<Refusal> =
  | { readonly kind: 'placed'; readonly orderId: OrderId; readonly answer: TimedPayAnswer }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal | OpenOrderRefusal;
      readonly retryAfterS?: number;
      /** Only with the refusal `repeat-purchase`: the earlier order, for the page's confirmation. */
      readonly question?: RepeatQuestion;
    };

export interface PayerRequest extends Payer {
  readonly requestId: string;
}

/** A request with the digest of its content, by which a repeated request is recognised. */
interface DigestedRequest extends PayerRequest {
  readonly contentDigest: Buffer;
}

export interface OpenOrderDeps extends PayOpenedDeps {
  readonly providers: ProviderRegistry;
  readonly accounts: AccountDirectory;
  readonly cardTestingLimit: CardTestingLimit;
  /** The refusal that earlier chargebacks of this payer, device or saved card cause, or null. */
  readonly paymentRestriction: (
    purpose: OrderPurpose,
    payer: Payer,
    savedCardId: SavedCardId | null,
  ) => Promise<RestrictionRefusal | null>;
}

/** The thing sold, its recipient and its price, from our own tables and not from the browser. */
type Sale = Pick<
  Order,
  'purpose' | 'recipientId' | 'rechargeId' | 'priceUsdCents' | 'gems' | 'bonusGems' | 'payType' | 'provider'
>;

export type Offer<Refusal> = Sale | { readonly refusal: Refusal };

interface OrderInput<Refusal> extends PayerCard {
  /** The content of the request without its card: the same request id with other content is another request. */
  readonly content: readonly (string | number)[];
  /** Called only when the request is new. */
  readonly findOffer: () => Promise<Offer<Refusal>>;
  readonly consents: PayerConsents;
}

function digestOf(content: readonly (string | number)[], card: PayWith): Buffer {
  const all = [...content, ...Object.values(card)];
  return createHash('sha256').update(JSON.stringify(all)).digest();
}

function newOrder(
  context: OrderContext,
  sale: Sale,
  payer: Payer,
  savedCardId: SavedCardId | null,
): StoredOrder {
  return {
    ...sale,
    id: context.newId() as OrderId,
    payerDevice: payer.payerDevice,
    payerAccountId: payer.payerAccount,
    joinedAccountId: null,
    savedCardId,
    state: 'created',
    outcome: null,
    reasonCode: null,
    challenge: null,
    isHeld: false,
    gemsForgiven: 0,
    gemsMoved: null,
    createdAt: context.now(),
    creditedAt: null,
    refundWishedAt: null,
  };
}

/**
 * [ORD-20] Orders that this purchase repeats. It locks the purchase, so that of two tabs at once one sees the other's order. A
 * request that the browser sends again is no repeat purchase.
 */
async function repeatBefore(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  request: OrderRequest,
  repeatOf: OrderId | null,
): Promise<Exclude<Claim, { kind: 'claimed' }> | Repeat | null> {
  if (order.purpose !== 'gems') return null;
  const bought = purchaseOf(order);
  await lockPurchase(tx, bought);
  const repeat = await findRepeat(tx, context, bought, { except: null, after: repeatOf });
  return repeat && ((await knownRequest(tx, request)) ?? repeat);
}

async function createOnce(
  context: OrderContext,
  draft: StoredOrder,
  request: OrderRequest,
  { card, consents }: { readonly card: PayWith; readonly consents: PayerConsents },
): Promise<Claim | Repeat> {
  return inTransaction(context.db, async (tx) => {
    const found = await repeatBefore(tx, context, draft, request, consents.repeatOf);
    if (found !== null) return found;
    // The lock may have been waited for: the order is as old as its comparison with the payer's other orders, not older.
    const order = { ...draft, createdAt: context.now() };
    const lookAfter = new Date(order.createdAt.getTime() + context.timing.neglectedAfterMs);
    const { purpose, rechargeId, payerAccountId: accountId, payerDevice: device } = order;
    const detail: OrderEvent['detail'] = rechargeId === null ? { purpose } : { rechargeId };
    const event = { id: context.newId(), kind: 'created', detail };
    const question = questionOfNew(tx, context, { card, provider: order.provider, at: order.createdAt });
    if (!(await openOrderOf(tx, request, order, { lookAfter, consents, event, question })))
      return (await knownRequest(tx, request)) ?? { kind: 'other-content' };
    if (accountId !== null) await rememberDevice(tx, { accountId, device }, order.createdAt);
    return { kind: 'claimed' };
  });
}

/** A wallet's order is opened before its sheet, so it starts no payment here: only the sheet's token does. */
async function begin(
  deps: OpenOrderDeps,
  orderId: OrderId,
  paying: PayerCard,
  payerRequest: DigestedRequest,
): Promise<PlacedOrder<never>> {
  if (formOf(paying.card) === 'wallet-sheet')
    return { kind: 'placed', orderId, answer: await readAnswer(deps.context, orderId) };
  const { requestId, contentDigest } = payerRequest;
  const request = { requestId, contentDigest: contentDigest.toString('base64') };
  const answer = await payOpened(deps, orderId, paying, payerRequest, request);
  return answer === 'paused'
    ? { kind: 'refused', refusal: 'payments-paused' }
    : { kind: 'placed', orderId, answer };
}

/**
 * A repeated request gets the order of the first one, even if the pack, the ban or the account has changed meanwhile.
 */
async function answerClaim(
  deps: OpenOrderDeps,
  claim: Exclude<Claim, { kind: 'claimed' }>,
  paying: PayerCard,
  payerRequest: DigestedRequest,
): Promise<PlacedOrder<never>> {
  if (claim.kind === 'other-content') return { kind: 'refused', refusal: 'request-id-reused' };
  return begin(deps, claim.orderId, paying, payerRequest);
}

export function cardAttemptOf(order: StoredOrder, address: string): CardAttempt {
  const { payerDevice, recipientId } = order;
  return { id: order.id, subjects: { device: payerDevice, address, recipient: String(recipientId) } };
}

/**
 * Opens every order, for gems or fines. Checks in this order: known request, offer, card, restriction, card testing
 * limit.
 */
export async function openOrder<Refusal>(
  deps: OpenOrderDeps,
  { content, findOffer, consents, ...paying }: OrderInput<Refusal>,
  payerRequest: PayerRequest,
): Promise<PlacedOrder<Refusal>> {
  const { context } = deps;
  const { payerDevice, requestId } = payerRequest;
  const { card } = paying;
  const request = { payerDevice, requestId, contentDigest: digestOf(content, card) };
  const known = await knownRequest(context.db, request);
  const digested = { ...payerRequest, contentDigest: request.contentDigest };
  if (known) return answerClaim(deps, known, paying, digested);
  const offer = await findOffer();
  if ('refusal' in offer) return { kind: 'refused', refusal: offer.refusal };
  const found = await findCard(context, card, offer.payType, payerRequest);
  if ('refusal' in found) return { kind: 'refused', refusal: found.refusal };
  const restricted = await deps.paymentRestriction(offer.purpose, payerRequest, found.savedCardId);
  if (restricted !== null) return { kind: 'refused', refusal: restricted };
  const order = newOrder(context, offer, payerRequest, found.savedCardId);
  const attempt = cardAttemptOf(order, payerRequest.address);
  const retryAfterS = await deps.cardTestingLimit.secondsToWait(attempt);
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const claim = await createOnce(context, order, request, { card, consents });
  if (claim.kind === 'repeat') {
    await deps.cardTestingLimit.release(attempt);
    const question = await askAboutRepeat(context, claim, payerRequest);
    return { kind: 'refused', refusal: 'repeat-purchase', question };
  }
  const isNew = claim.kind === 'claimed';
  const opened = isNew
    ? await begin(deps, order.id, paying, digested)
    : await answerClaim(deps, claim, paying, digested);
  const isSent = isNew && opened.kind === 'placed' && formOf(card) !== 'wallet-sheet';
  if (!isSent) await deps.cardTestingLimit.release(attempt);
  return opened;
}

/** The order of a request. If there is none, the request id is closed, so that it can never create one. */
export async function resolveRequest(
  context: OrderContext,
  request: { readonly payerDevice: string; readonly requestId: string },
): Promise<OrderId | null> {
  return inTransaction(context.db, async (tx) => {
    await closeRequest(tx, request, context.now());
    return orderOfRequest(tx, request);
  });
}
