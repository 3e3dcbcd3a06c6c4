import type { OrderId } from '@jawhara/domain';
import type { Waiting } from '../../platform/clock.ts';
import type { FlowCall } from '../../platform/flow.ts';
import type { ReturnUrls } from '../../providers/provider.ts';
import { readAnswer } from '../follow-up/check-order.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { OrderEvents, OrderLifeClient, OrderRequestName, TimedPayAnswer } from '../base/order-life.ts';
import { payerFactsOf, type PayerCard, type Payer } from './order-payer.ts';
import { sealPayment } from '../paying/sealed-payment.ts';
import { withdrawUnbegun } from '../paying/decide-order.ts';

export interface PayOpenedDeps {
  readonly context: OrderContext;
  readonly life: OrderLifeClient;
  readonly returnUrls: (orderId: OrderId, siteUrl: string) => ReturnUrls;
  /** Longer than a provider may take to answer. After this time the payer's page is answered `pending`. */
  readonly waitMsMax: number;
  readonly waiting: Waiting;
}

/** An engine that was killed is back within a second or two. */
const ENGINE_AGAIN_AFTER_MS = 500;

/**
 * Every try has the same idempotency key: if the engine stored the call before it died, a try joins it; otherwise it
 * makes the call anew.
 */
async function callPay(
  deps: PayOpenedDeps,
  orderId: OrderId,
  input: OrderEvents['pay'],
  untilMs: number,
): Promise<FlowCall<TimedPayAnswer>> {
  const { monotonicMs, pause } = deps.waiting;
  for (;;) {
    const waitMsMax = Math.max(Math.ceil(untilMs - monotonicMs()), 1);
    const call = await deps.life.call('pay', orderId, input, { idempotencyKey: `pay-${orderId}`, waitMsMax });
    if (call.kind === 'answered' || monotonicMs() + ENGINE_AGAIN_AFTER_MS >= untilMs) return call;
    await pause(ENGINE_AGAIN_AFTER_MS);
  }
}

/**
 * The engine serialises an order's events. While it restarts the payer waits a little. If no payment has started by
 * then, nothing is charged and the result is `paused`. If one has started, the wait is longer, because only this
 * request still holds the card's token.
 */
export async function payOpened(
  deps: PayOpenedDeps,
  orderId: OrderId,
  paying: PayerCard,
  payer: Payer,
  request?: OrderRequestName,
): Promise<TimedPayAnswer | 'paused'> {
  const { context, waitMsMax } = deps;
  const facts = await payerFactsOf(context, paying, payer);
  const returnUrls = deps.returnUrls(orderId, payer.siteUrl);
  const sealed = await sealPayment(context, { ...paying.card, payer: facts, returnUrls });
  const input = request === undefined ? sealed : { ...sealed, request };
  const startMs = deps.waiting.monotonicMs();
  const first = await callPay(deps, orderId, input, startMs + waitMsMax / 3);
  if (first.kind === 'answered') return first.answer;
  if (await withdrawUnbegun(context, orderId)) {
    context.logger.error({ orderId }, 'the flow engine is away: nothing was charged');
    return 'paused';
  }
  const second = await callPay(deps, orderId, input, startMs + waitMsMax);
  if (second.kind === 'answered') return second.answer;
  context.logger.error({ orderId }, 'no answer in time: the payer is told to wait');
  return readAnswer(context, orderId);
}
