import { createHash } from 'node:crypto';
import type { PlaceOrder } from '@jawhara/contract';
import {
  type AccountId,
  isPackOffered,
  providerOf,
  providerOfSource,
  whyNotRechargeable,
  type OrderId,
  type PayAnswer,
  type ProviderNumber,
  type RechargeRefusal,
  type SavedCardId,
} from '@jawhara/domain';
import { accountById } from '../accounts/account.store.ts';
import { packOnSale, type StoredPack } from '../gem-packs/gem-pack.store.ts';
import type { Attempt } from '../guards/attempt-book.ts';
import type { CardShield } from '../guards/card-shield.ts';
import type { FlowClient } from '../platform/flow.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { PayWith } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { SITE_SOURCE } from '../recipients/find-recipient.ts';
import { cardBySource } from '../saved-cards/saved-card.store.ts';
import { withdrawUnbegun } from './decide-order.ts';
import { readAnswer } from './look-at-order.ts';
import { tellStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import type { OrderAnswers, OrderEvents } from './order.flow.ts';
import {
  claimRequest,
  insertOrder,
  knownRequest,
  type Claim,
  type OrderRequest,
  type StoredOrder,
} from './order.store.ts';

export type OrderLifeClient = FlowClient<OrderEvents, OrderAnswers>;

export type PlaceOrderRefusal =
  | RechargeRefusal
  | 'pack-not-found'
  | 'pay-type-not-offered'
  | 'card-not-found'
  | 'request-id-reused'
  | 'too-many-tries'
  | 'payments-paused';

export type Placed =
  | { readonly kind: 'placed'; readonly orderId: OrderId; readonly answer: PayAnswer }
  | { readonly kind: 'refused'; readonly refusal: PlaceOrderRefusal; readonly retryAfterS?: number };

interface Payer {
  readonly payerDevice: string;
  readonly payerAccount: AccountId | null;
}

export interface PlaceOrderDeps {
  readonly context: OrderContext;
  readonly providers: ProviderRegistry;
  readonly life: OrderLifeClient;
  readonly shield: CardShield;
  readonly returnUrl: (orderId: OrderId) => string;
  /** Longer than a provider may take to answer; after it the payer is told "pending", which is the truth. */
  readonly waitMsMax: number;
}

function payWith({ card }: PlaceOrder): PayWith {
  return 'token' in card ? { cardToken: card.token } : { sourceId: card.sourceId, cvvToken: card.cvvToken };
}

function digestOf(order: PlaceOrder): Buffer {
  const content = [order.rechargeId, order.recipientId, order.payType, ...Object.values(payWith(order))];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

type Offer =
  | { readonly pack: StoredPack; readonly provider: ProviderNumber }
  | { readonly refusal: PlaceOrderRefusal };

/** The price and the gems come from the catalogue; of the browser's word only the recharge id is used. */
async function findOffer(deps: PlaceOrderDeps, wanted: PlaceOrder, isLoggedIn: boolean): Promise<Offer> {
  const { db } = deps.context;
  const account = await accountById(db, wanted.recipientId);
  if (!account) return { refusal: 'not-found' };
  const refusal = whyNotRechargeable(account, SITE_SOURCE);
  if (refusal) return { refusal };
  const pack = await packOnSale(db, wanted.rechargeId);
  // A pack hidden from new payers is hidden, not forbidden: its price is the same for everybody.
  if (!pack || !isPackOffered(pack, { isNewPayer: false, isLoggedIn })) return { refusal: 'pack-not-found' };
  const provider = providerOf(wanted.payType);
  if (!pack.payTypes.includes(wanted.payType) || provider === null || !deps.providers.has(provider)) {
    return { refusal: 'pay-type-not-offered' };
  }
  return { pack, provider };
}

type CardFound = { readonly savedCardId: SavedCardId | null } | { readonly refusal: PlaceOrderRefusal };

/** Only the payer's own card can be charged, and only at the provider that keeps it. */
async function findCard(
  deps: PlaceOrderDeps,
  { card }: PlaceOrder,
  provider: ProviderNumber,
  payer: Payer,
): Promise<CardFound> {
  if ('token' in card) return { savedCardId: null };
  const owner = { device: payer.payerDevice, accountId: payer.payerAccount };
  const saved = await cardBySource(deps.context.db, owner, card.sourceId);
  if (!saved) return { refusal: 'card-not-found' };
  if (providerOfSource(card.sourceId) !== provider) return { refusal: 'pay-type-not-offered' };
  return { savedCardId: saved.id };
}

async function createOnce(context: OrderContext, order: StoredOrder, request: OrderRequest): Promise<Claim> {
  return inTransaction(context.db, async (tx) => {
    const claim = await claimRequest(tx, request, order);
    if (claim.kind !== 'claimed') return claim;
    await insertOrder(tx, order, new Date(order.createdAt.getTime() + context.timing.neglectedAfterMs));
    await tellStory(tx, context, order, {
      kind: 'created',
      to: 'created',
      detail: { rechargeId: order.rechargeId },
    });
    return claim;
  });
}

/** The engine serialises what happens to the order; without it nothing is charged, and the payer is told so. */
async function pay(deps: PlaceOrderDeps, orderId: OrderId, wanted: PlaceOrder): Promise<Placed> {
  const { context } = deps;
  const input = { ...payWith(wanted), returnUrl: deps.returnUrl(orderId) };
  const call = await deps.life.call('pay', orderId, input, {
    idempotencyKey: `pay-${orderId}`,
    waitMsMax: deps.waitMsMax,
  });
  if (call.kind === 'answered') return { kind: 'placed', orderId, answer: call.answer };
  context.logger.error({ orderId }, 'the flow engine did not answer');
  if (await withdrawUnbegun(context, orderId)) return { kind: 'refused', refusal: 'payments-paused' };
  return { kind: 'placed', orderId, answer: await readAnswer(context, orderId) };
}

export async function placeOrder(
  deps: PlaceOrderDeps,
  wanted: PlaceOrder,
  asked: Payer & { readonly requestId: string; readonly address: string },
): Promise<Placed> {
  const { context } = deps;
  const { payerDevice, requestId } = asked;
  const request = { payerDevice, requestId, contentDigest: digestOf(wanted) };
  const known = await knownRequest(context.db, request);
  if (known) return answerClaim(deps, known, wanted);
  const offer = await findOffer(deps, wanted, asked.payerAccount !== null);
  if ('refusal' in offer) return { kind: 'refused', refusal: offer.refusal };
  const card = await findCard(deps, wanted, offer.provider, asked);
  if ('refusal' in card) return { kind: 'refused', refusal: card.refusal };
  const order: StoredOrder = {
    id: context.newId() as OrderId,
    recipientId: wanted.recipientId,
    payerDevice: asked.payerDevice,
    payerAccountId: asked.payerAccount,
    savedCardId: card.savedCardId,
    rechargeId: offer.pack.rechargeId,
    priceUsdCents: offer.pack.priceUsdCents,
    gems: offer.pack.gems,
    bonusGems: offer.pack.bonusGems,
    payType: wanted.payType,
    provider: offer.provider,
    state: 'created',
    outcome: null,
    reasonCode: null,
    challengeUrl: null,
    isHeld: false,
    createdAt: context.now(),
    creditedAt: null,
  };
  const attempt = attemptOf(order, asked.address);
  const retryAfterS = await deps.shield.secondsToWait(attempt);
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const claim = await createOnce(context, order, request);
  const isNew = claim.kind === 'claimed';
  const placed = isNew ? await pay(deps, order.id, wanted) : await answerClaim(deps, claim, wanted);
  if (!isNew || placed.kind === 'refused') await deps.shield.strike(attempt);
  return placed;
}

function attemptOf(order: StoredOrder, address: string): Attempt {
  const { payerDevice, recipientId } = order;
  return { id: order.id, subjects: { device: payerDevice, address, recipient: String(recipientId) } };
}

/** The same request again: the same order, whatever has happened to the pack or the account meanwhile. */
async function answerClaim(
  deps: PlaceOrderDeps,
  claim: Exclude<Claim, { kind: 'claimed' }>,
  wanted: PlaceOrder,
): Promise<Placed> {
  if (claim.kind === 'other-content') return { kind: 'refused', refusal: 'request-id-reused' };
  return pay(deps, claim.orderId, wanted);
}
