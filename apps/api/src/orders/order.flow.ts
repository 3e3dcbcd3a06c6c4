import { isUndecided, usdCents, type OrderId, type PayAnswer } from '@jawhara/domain';
import type { Flow, FlowHandlers } from '../platform/flow.ts';
import type { PaymentStep, PayWith } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { beginPayment } from './begin-payment.ts';
import { awaitPayer, giveUpOrder, namePayment, refuseOrder } from './decide-order.ts';
import { deliverOrder } from './deliver-order.ts';
import { askProvider, lookAtOrder, readAnswer } from './look-at-order.ts';
import { askDelayMs, type OrderContext } from './order-context.ts';
import { finishNotification, readNotification } from './read-notification.ts';
import { refundSecondPayments } from './refund-second-payments.ts';
import { takeBack } from './take-back.ts';
import { takeMoney } from './take-money.ts';

export const ORDER_OBJECT = 'order';

export type OrderEvents = {
  /** The payer pressed pay. A token works once and is never stored by us. */
  pay: PayWith & { readonly returnUrl: string };
  /** The payer is back from the bank: their word is a reason to ask, not an answer. */
  proven: null;
  /** A provider's notification lies in the inbox. */
  notified: { readonly notificationId: string };
  /** Ask the provider, deliver what is paid, expire what is too old. `tries` counts one chain of timers; null starts none. */
  look: { readonly tries: number | null };
  cancel: { readonly reason: string };
};

export type OrderAnswers = { pay: PayAnswer; proven: PayAnswer; notified: null; look: null; cancel: boolean };

type OrderFlow = Flow<OrderEvents>;

interface LifeDeps {
  readonly context: OrderContext;
  readonly providers: ProviderRegistry;
}

/** Every word about money ends here, whoever brought it. Late and repeated words are harmless. */
async function settle(life: LifeDeps, flow: OrderFlow, orderId: OrderId, answer: PaymentStep): Promise<void> {
  const { context, providers } = life;
  switch (answer.kind) {
    case 'paid': {
      const taken = await flow.step('take money', () => takeMoney(context, orderId, answer));
      if (taken === 'taken') await flow.step('credit', () => deliverOrder(context, orderId));
      if (taken === 'second-payment')
        await flow.step('refund', () => refundSecondPayments(context, providers, orderId));
      return;
    }
    case 'refused':
      await flow.step('refuse', () => refuseOrder(context, orderId, answer));
      return;
    case 'challenge':
      await flow.step('await payer', () => awaitPayer(context, orderId, answer));
      return;
    case 'pending':
      await flow.step('name payment', () => namePayment(context, orderId, answer.providerPaymentId));
      return;
    case 'returned':
      await flow.step('take back', () => takeBack(context, orderId, answer));
      return;
    case 'unknown': // asked about later: the timers and the sweeper see to it
      return;
  }
}

/**
 * The life of an order. One order, one object: these handlers never run at the same time for the same order, so the races
 * of payer, bank, provider and clock are decided here, one after the other. Every fact is in Postgres; the engine only
 * remembers what is under way.
 */
export function orderLife(life: LifeDeps): FlowHandlers<OrderEvents, OrderAnswers> {
  const { context, providers } = life;
  return {
    async pay(flow, key, { returnUrl, ...card }) {
      const orderId = key as OrderId;
      const begun = await flow.step('begin', () => beginPayment(context, orderId));
      if (begun.kind === 'begun') {
        flow.later(askDelayMs(context.timing, 0), 'look', { tries: 0 });
        flow.later(context.timing.expiresAfterMs, 'look', { tries: null });
        const payment = { orderId, ...card, returnUrl, idempotencyKey: begun.idempotencyKey };
        const answer = await flow.step('authorise', () =>
          providers
            .get(begun.provider)
            .authorise({ ...payment, amountUsdCents: usdCents(begun.amountUsdCents) }),
        );
        await settle(life, flow, orderId, answer);
      }
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async proven(flow, key) {
      const orderId = key as OrderId;
      const before = await flow.step('load', () => lookAtOrder(context, orderId));
      if (isUndecided(before.state)) {
        const answer = await flow.step('ask provider', () => askProvider(context, providers, orderId));
        if (answer.kind !== 'none') await settle(life, flow, orderId, answer);
      }
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async notified(flow, key, { notificationId }) {
      const answer = await flow.step('read', () => readNotification(context, providers, notificationId));
      if (answer !== null) await settle(life, flow, key as OrderId, answer);
      return flow.step('processed', () => finishNotification(context, notificationId));
    },

    async look(flow, key, { tries }) {
      const orderId = key as OrderId;
      const order = await flow.step('load', () => lookAtOrder(context, orderId));
      if (order.state === 'paid') await flow.step('credit', () => deliverOrder(context, orderId));
      if (!isUndecided(order.state) || order.isHeld) return null;

      const answer = await flow.step('ask provider', () => askProvider(context, providers, orderId));
      if (answer.kind !== 'none') await settle(life, flow, orderId, answer);
      if (answer.kind === 'paid' || answer.kind === 'refused') return null;

      // Only a provider that answers may let an order expire: silence is not a no.
      if (order.isPastDeadline && answer.kind !== 'unknown') {
        await flow.step('expire', () =>
          giveUpOrder(context, orderId, 'expired', `the provider said ${answer.kind}`),
        );
      } else if (tries !== null) {
        flow.later(askDelayMs(context.timing, tries + 1), 'look', { tries: tries + 1 });
      }
      return null;
    },

    async cancel(flow, key, { reason }) {
      return flow.step('cancel', () => giveUpOrder(context, key as OrderId, 'cancelled', reason));
    },
  };
}
