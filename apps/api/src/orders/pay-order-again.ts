import type { PayOrderAgain } from '@jawhara/contract';
import { providerOf, type PayAnswer } from '@jawhara/domain';
import { packOnSale } from '../gem-packs/gem-pack.store.ts';
import { readAnswer } from './look-at-order.ts';
import { attemptOf, type OpenOrderDeps } from './open-order.ts';
import { findCard, payerFactsOf, type CardRefusal, type Payer } from './order-payer.ts';
import type { StoredOrder } from './order.store.ts';

export type PaidAgain =
  | { readonly kind: 'asked'; readonly answer: PayAnswer }
  | {
      readonly kind: 'refused';
      readonly refusal: CardRefusal | 'too-many-tries';
      readonly retryAfterS?: number;
    };

/** A fine may be paid through any provider; a pack says which it is sold through. */
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
 * The first provider has given no answer, and the payer brings another one's card for the same order. Whether that may
 * still be done is decided where the order's events come one after the other; here only the card is looked at.
 */
export async function payOrderAgain(
  deps: OpenOrderDeps,
  order: StoredOrder,
  again: PayOrderAgain,
  payer: Payer,
): Promise<PaidAgain> {
  const { context } = deps;
  const provider = providerOf(again.payType);
  if (provider === null || !deps.providers.has(provider) || !(await isSoldThrough(deps, order, again)))
    return { kind: 'refused', refusal: 'pay-type-not-offered' };
  const found = await findCard(context.db, again.card, provider, payer);
  if ('refusal' in found) return { kind: 'refused', refusal: found.refusal };
  const attempt = { ...attemptOf(order, payer.address), id: context.newId() };
  const retryAfterS = await deps.shield.secondsToWait(attempt);
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const { card, browser = null, payType } = again;
  const facts = await payerFactsOf(context.db, { card, browser }, payer);
  const input = { ...card, payType, payer: facts, returnUrls: deps.returnUrls(order.id) };
  const call = await deps.life.call('payAgain', order.id, input, {
    idempotencyKey: `again-${order.id}-${provider}`,
    waitMsMax: deps.waitMsMax,
  });
  return {
    kind: 'asked',
    answer: call.kind === 'answered' ? call.answer : await readAnswer(context, order.id),
  };
}
