import {
  isToDeliver,
  isUndecided,
  maySaveCard,
  usdCents,
  usdMoney,
  type OrderId,
  type OrderState,
  type PayAnswer,
  type ProviderNumber,
  type ReturnUpdate,
} from '@jawhara/domain';
import type { Flow, FlowHandlers } from '../platform/flow.ts';
import type { PaymentStep } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { beginAgain, beginPayment, type StartedPayment } from './paying/begin-payment.ts';
import { discardSealedPayment, openSealedPayment } from './paying/sealed-payment.ts';
import { awaitPayer, giveUpOrder, hearRefusal, namePayment, refuseOrder } from './paying/decide-order.ts';
import { callDeliverer, deliverOrder, finishDelivery } from './delivery/deliver-order.ts';
import {
  askProviders,
  confirmPayment,
  finishCheck,
  loadForCheck,
  readAnswer,
} from './follow-up/check-order.ts';
import type { OrderContext } from './base/order-context.ts';
import type { OrderAnswers, OrderEvents, SealedPayment } from './base/order-life.ts';
import { finishWebhook, raiseWebhookAlert, type InterpretedWebhook } from './webhooks/read-webhook.ts';
import { connectedProvider, type ProviderAnswer } from './base/connected-provider.ts';
import {
  parkFailingSteps,
  type ParkedAnswers,
  stepFailures,
  type StepFailures,
} from './base/park-failing-steps.ts';
import { processWebhook } from './process-webhook.ts';
import { submitRefunds } from './refunds/submit-refunds.ts';
import { takeMoney } from './paying/take-money.ts';
import { takeReturn } from './refunds/take-return.ts';

interface LifeDeps {
  readonly context: OrderContext;
  readonly providers: ProviderRegistry;
  /** Set by tests of failing steps; otherwise each process has its own counter. */
  readonly failures?: StepFailures;
}

/** Records refunds, disputes and reversals, one step each. True if the order is to be delivered after the last one. */
async function takeReturns(
  { context }: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  provider: ProviderNumber,
  words: readonly ReturnUpdate[],
): Promise<boolean> {
  let state: OrderState | null = null;
  for (const word of words)
    state = await flow.step('take return', () => takeReturn(context, orderId, { provider, word }));
  return state !== null && isToDeliver(state);
}

/**
 * Records a provider's answer about money, whether it came by a call or a webhook. Late and repeated answers are harmless. True
 * if the order is to be delivered: the caller does that last, because a delivery that keeps failing must not delay refunds.
 */
async function settle(
  life: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  { provider, answer }: ProviderAnswer,
  cameBy: 'call' | 'webhook' = 'call',
): Promise<boolean> {
  const { context, providers } = life;
  switch (answer.kind) {
    case 'paid': {
      const { returns = [], ...money } = { ...answer, provider };
      const { outcome, isOwed } = await flow.step('take money', () => takeMoney(context, orderId, money));
      const isPaidAgain = await takeReturns(life, flow, orderId, provider, returns);
      if (outcome === 'second-payment')
        await flow.step('refund', () => submitRefunds(context, providers, orderId));
      return isOwed || isPaidAgain;
    }
    case 'refused':
      await flow.step('refuse', () => {
        const refusal = { ...answer, provider };
        return cameBy === 'webhook'
          ? hearRefusal(context, providers, orderId, refusal)
          : refuseOrder(context, orderId, refusal);
      });
      break;
    case 'challenge':
      await flow.step('await payer', () => awaitPayer(context, orderId, { ...answer, provider }));
      break;
    case 'pending':
      await flow.step('name payment', () => namePayment(context, orderId, { ...answer, provider }));
      break;
    case 'unknown': // looked up later, by the attempt's next check
    case 'none':
      break;
  }
  return false;
}

/** Applies the meaning of a webhook that `processWebhook` could not apply by itself. True if the order is to be delivered. */
async function settleNotification(
  life: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  notificationId: string,
  { provider, word }: InterpretedWebhook,
): Promise<boolean> {
  const { context } = life;
  switch (word.kind) {
    case 'returned':
      return takeReturns(life, flow, orderId, provider, [word.returned]);
    case 'person':
    case 'unheard-of':
      await flow.step('raise', () => raiseWebhookAlert(context, orderId, notificationId, word));
      return false;
    case 'nothing':
      return false;
    default:
      return settle(life, flow, orderId, { provider, answer: word }, 'webhook');
  }
}

/**
 * Delivers the order. Called after every step that refunds money, so that a failing delivery delays no refund. Returns the
 * payer's answer, or null if the order must be read for it.
 */
async function deliver(
  { context }: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  sealed: SealedPayment | null = null,
): Promise<PayAnswer | null> {
  const delivery = await flow.step('credit', async () => {
    const credited = await deliverOrder(context, orderId);
    // The order has ended, so its sealed card is not needed again. Discarding it needs no step of its own.
    if (credited === 'delivered' && sealed !== null) await discardSealedPayment(context, sealed);
    return credited;
  });
  if (delivery === 'delivered') return { kind: 'paid' };
  if (delivery !== 'started') return null;
  const answer = await flow.step('deliver', () => callDeliverer(context, orderId));
  await flow.step('end delivery', () => finishDelivery(context, orderId, answer));
  return null;
}

/** `providerMs`: how long the provider took. A process measures its own slowness to shed load, and must not count this time. */
type TimedStep = PaymentStep & { readonly providerMs?: number };

async function authorise(
  life: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  sealed: SealedPayment,
  startedPayment: StartedPayment,
): Promise<{ readonly answer: PayAnswer | null; readonly providerMs?: number | undefined }> {
  if (startedPayment.kind !== 'begun') return { answer: null };
  const { provider, idempotencyKey, deadlineMs } = startedPayment;
  const money = usdMoney(usdCents(startedPayment.amountUsdCents));
  const { providerMs, ...answer } = await flow.step('authorise', async (): Promise<TimedStep> => {
    // Checked whenever the engine runs this step: the engine may have been down for an hour.
    if (life.context.now().getTime() >= deadlineMs) return { kind: 'unknown', why: 'past the deadline' };
    const paying = await openSealedPayment(life.context, sealed);
    // An earlier run of this step may have sent the card, so only the provider knows the result.
    if (paying === null) return { kind: 'unknown', why: 'the card is gone' };
    const request = { ...paying, orderId, money, idempotencyKey, keepCard: maySaveCard(paying) };
    const connected = await connectedProvider(life.context, life.providers, provider);
    if (connected === null) return { kind: 'unknown', why: 'not connected' };
    const sentAtMs = life.context.now().getTime();
    const step = await connected.authorise(request);
    return { ...step, providerMs: Math.max(0, life.context.now().getTime() - sentAtMs) };
  });
  const isOwed = await settle(life, flow, orderId, { provider, answer });
  if (!isOwed) return { answer: null, providerMs };
  const delivered = await deliver(life, flow, orderId, sealed);
  // A delivery that was not over at once may have waited for a remote service, so the provider's time is left out.
  return delivered === null ? { answer: null } : { answer: delivered, providerMs };
}

/** The sealed card is deleted only after the provider's answer is recorded. */
async function answerPayer(
  { context }: LifeDeps,
  flow: Flow,
  orderId: OrderId,
  sealed: SealedPayment,
): Promise<PayAnswer> {
  return flow.step('answer', async () => {
    await discardSealedPayment(context, sealed);
    return readAnswer(context, orderId);
  });
}

/** A caller whose handler was parked is answered from the order's row. */
const PARKED_ANSWERS: ParkedAnswers<OrderAnswers> = {
  pay: (order) => order,
  payAgain: (order) => order,
  proven: (order) => order,
  notified: () => null,
  look: () => null,
  cancel: () => false,
};

/**
 * The life of an order. The engine runs one handler per order at a time, so races between payer, bank, provider and clock
 * are decided here, one after the other. Every fact is in PostgreSQL; the engine only remembers what is in progress.
 */
export function orderLife(life: LifeDeps): FlowHandlers<OrderEvents, OrderAnswers> {
  const { context, providers } = life;
  const handlers: FlowHandlers<OrderEvents, OrderAnswers> = {
    async pay(flow, key, sealed) {
      const orderId = key as OrderId;
      const startedPayment = await flow.step('begin', () => beginPayment(context, orderId, sealed.request));
      const { answer, providerMs } = await authorise(life, flow, orderId, sealed, startedPayment);
      return { ...(answer ?? (await answerPayer(life, flow, orderId, sealed))), providerMs };
    },

    async payAgain(flow, key, again) {
      const orderId = key as OrderId;
      const startedPayment = await flow.step('begin again', () => beginAgain(context, orderId, again));
      const { answer } = await authorise(life, flow, orderId, again, startedPayment);
      return answer ?? answerPayer(life, flow, orderId, again);
    },

    async proven(flow, key, { proof }) {
      const orderId = key as OrderId;
      const before = await flow.step('load', () => loadForCheck(context, orderId));
      if (isUndecided(before.state)) {
        const word = await flow.step('confirm', () => confirmPayment(context, providers, orderId, proof));
        if (await settle(life, flow, orderId, word)) await deliver(life, flow, orderId);
      }
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async notified(flow, key, { notificationId }) {
      const orderId = key as OrderId;
      const progress = await flow.step('read', () =>
        processWebhook(context, providers, orderId, notificationId),
      );
      // A webhook of a provider that is not connected stays stored, and the sweeper enqueues it again.
      if (progress === null || progress === 'not-connected') return null;
      let isOwed = progress === 'owed' || progress.isOwed;
      if (progress !== 'owed' && isOwed === undefined) {
        isOwed = await settleNotification(life, flow, orderId, notificationId, progress);
        // The webhook is finished before the delivery, because a delivery that keeps failing must not park the webhook.
        await flow.step('processed', () => finishWebhook(context, orderId, notificationId));
      }
      if (isOwed === true) await deliver(life, flow, orderId);
      return null;
    },

    async look(flow, key) {
      const orderId = key as OrderId;
      const order = await flow.step('load', () => loadForCheck(context, orderId));
      await flow.step('refund', () => submitRefunds(context, providers, orderId));
      const words = await flow.step('ask providers', () => askProviders(context, providers, orderId));
      let isOwed = isToDeliver(order.state);
      for (const word of words) isOwed = (await settle(life, flow, orderId, word)) || isOwed;

      // An order expires only if every provider has answered: a missing answer is not a refusal.
      const isAnswered = words.every(({ answer }) => answer.kind !== 'unknown');
      if (isUndecided(order.state) && order.isPastDeadline && isAnswered) {
        const why = words.map(({ provider, answer }) => `${provider} said ${answer.kind}`).join(', ');
        await flow.step('expire', () => giveUpOrder(context, orderId, 'expired', why));
      }
      if (isOwed) await deliver(life, flow, orderId);
      return flow.step('end look', () => finishCheck(context, providers, orderId, words));
    },

    async cancel(flow, key, { reason }) {
      return flow.step('cancel', () => giveUpOrder(context, key as OrderId, 'cancelled', reason));
    },
  };
  const parking = { context, failures: life.failures ?? stepFailures() };
  return parkFailingSteps(parking, handlers, PARKED_ANSWERS);
}
