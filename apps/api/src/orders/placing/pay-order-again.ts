import type { PayOrderAgain } from '@jawhara/contract';
import { isWallet, type PayAnswer, type RestrictionRefusal } from '@jawhara/domain';
import { packOnSale } from '../../gem-packs/gem-pack.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { providerFor } from '../../providers/registry.ts';
import { sealPayment } from '../paying/sealed-payment.ts';
import { readAnswer } from '../follow-up/check-order.ts';
import { cardAttemptOf, type OpenOrderDeps } from './open-order.ts';
import { findCard, noteQuestion, payerFactsOf, type CardRefusal, type Payer } from './order-payer.ts';
import type { StoredOrder } from '../store/order.store.ts';

export type PaidAgain =
  | { readonly kind: 'asked'; readonly answer: PayAnswer }
  | {
      readonly kind: 'refused';
      readonly refusal: CardRefusal | RestrictionRefusal | 'too-many-tries';
      readonly retryAfterS?: number;
    };

/** Whether the order can be paid by this pay type: a fine by every one, a pack only by those it is sold with. */
async function isSoldThrough(
  { context }: OpenOrderDeps,
  order: StoredOrder,
  again: PayOrderAgain,
): Promise<boolean> {
  if (order.rechargeId === null) return true;
  const pack = await packOnSale(context.db, order.rechargeId);
  return pack?.payTypes.includes(again.payType) ?? false;
}

/**
 * The first provider did not answer, and the payer enters a card for another provider to pay the same order. Only the card is
 * checked here; the order's flow decides whether a second provider may still be tried.
 */
export async function payOrderAgain(
  deps: OpenOrderDeps,
  order: StoredOrder,
  again: PayOrderAgain,
  payer: Payer,
): Promise<PaidAgain> {
  const { context } = deps;
  // A wallet's sheet opens an order of its own, so a wallet cannot pay an existing order again.
  const provider = isWallet(again.payType) ? null : providerFor(deps.providers, again.payType);
  if (provider === null || !(await isSoldThrough(deps, order, again)))
    return { kind: 'refused', refusal: 'pay-type-not-offered' };
  const found = await findCard(context, again.card, again.payType, payer);
  if ('refusal' in found) return { kind: 'refused', refusal: found.refusal };
  const restricted = await deps.paymentRestriction(order.purpose, payer, found.savedCardId);
  if (restricted !== null) return { kind: 'refused', refusal: restricted };
  // A repeated press has the same id and counts as one attempt.
  const attempt = { ...cardAttemptOf(order, payer.address), id: `${order.id}-${provider}` };
  const retryAfterS = await deps.cardTestingLimit.secondsToWait(attempt);
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const { card, browser = null, payType } = again;
  const facts = await payerFactsOf(context, { card, browser }, payer);
  const { savedCardId } = found;
  await inTransaction(context.db, (tx) =>
    noteQuestion(tx, context, order, { card, provider, at: context.now() }),
  );
  const paying = { ...card, payer: facts, returnUrls: deps.returnUrls(order.id, payer.siteUrl) };
  const inHand = await sealPayment(context, paying);
  const input = { ...inHand, payType, savedCardId };
  const call = await deps.life.call('payAgain', order.id, input, {
    idempotencyKey: `again-${order.id}-${provider}`,
    waitMsMax: deps.waitMsMax,
  });
  const answer = call.kind === 'answered' ? call.answer : await readAnswer(context, order.id);
  if (answer.kind === 'paid') deps.cardTestingLimit.paid(attempt.id);
  return { kind: 'asked', answer };
}
