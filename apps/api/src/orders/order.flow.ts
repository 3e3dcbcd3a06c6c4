import {
  isUndecided,
  usdCents,
  type OrderId,
  type PayAnswer,
  type PayerProof,
  type PayType,
  type PayWith,
  type ProviderNumber,
} from '@jawhara/domain';
import type { Flow, FlowHandlers } from '../platform/flow.ts';
import type { PayerFacts, ReturnUrls } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { beginAgain } from './begin-again.ts';
import { beginPayment, type Begun } from './begin-payment.ts';
import { awaitPayer, giveUpOrder, namePayment, refuseOrder } from './decide-order.ts';
import { deliverOrder } from './deliver-order.ts';
import {
  askProviders,
  confirmPayment,
  endAsking,
  lookAtOrder,
  readAnswer,
  type Word,
} from './look-at-order.ts';
import { askDelayMs, type OrderContext } from './order-context.ts';
import { finishNotification, readNotification } from './read-notification.ts';
import { refundSecondPayments } from './refund-second-payments.ts';
import { takeBack } from './take-back.ts';
import { takeMoney } from './take-money.ts';

export const ORDER_OBJECT = 'order';

export type Paying = PayWith & { readonly returnUrls: ReturnUrls; readonly payer: PayerFacts };

export type OrderEvents = {
  /** The payer pressed pay. A token works once and is never stored by us. */
  pay: Paying;
  /** The provider gave no answer, and the payer has brought another one's card. */
  payAgain: Paying & { readonly payType: PayType };
  /** The payer is back from the bank: their word is a reason to ask, not an answer. */
  proven: { readonly proof: PayerProof | null };
  /** A provider's notification lies in the inbox. */
  notified: { readonly notificationId: string };
  /** Ask the provider, deliver what is paid, expire what is too old. `tries` counts one chain of timers; null starts none. */
  look: { readonly tries: number | null };
  cancel: { readonly reason: string };
};

export type OrderAnswers = {
  pay: PayAnswer;
  payAgain: PayAnswer;
  proven: PayAnswer;
  notified: null;
  look: null;
  cancel: boolean;
};

type OrderFlow = Flow<OrderEvents>;

interface LifeDeps {
  readonly context: OrderContext;
  readonly providers: ProviderRegistry;
}

/** Every word about money ends here, whoever brought it. Late and repeated words are harmless. */
async function settle(
  life: LifeDeps,
  flow: OrderFlow,
  orderId: OrderId,
  { provider, answer }: Word,
): Promise<void> {
  const { context, providers } = life;
  switch (answer.kind) {
    case 'paid': {
      const money = { ...answer, provider };
      const taken = await flow.step('take money', () => takeMoney(context, orderId, money));
      if (taken === 'taken') await flow.step('credit', () => deliverOrder(context, orderId));
      if (taken === 'second-payment')
        await flow.step('refund', () => refundSecondPayments(context, providers, orderId));
      return;
    }
    case 'refused':
      await flow.step('refuse', () => refuseOrder(context, orderId, { ...answer, provider }));
      return;
    case 'challenge':
      await flow.step('await payer', () => awaitPayer(context, orderId, { ...answer, provider }));
      return;
    case 'pending':
      await flow.step('name payment', () => namePayment(context, orderId, { ...answer, provider }));
      return;
    case 'returned':
      await flow.step('take back', () => takeBack(context, orderId, answer));
      return;
    case 'unknown': // asked about later: the timers and the sweeper see to it
    case 'none':
      return;
  }
}

/** Those that could be asked. After the deadline none of them is asked again, also not one that took a wrong amount. */
function answeredIn(words: readonly Word[]): ProviderNumber[] {
  return words.filter(({ answer }) => answer.kind !== 'unknown').map(({ provider }) => provider);
}

async function authorise(
  life: LifeDeps,
  flow: OrderFlow,
  orderId: OrderId,
  input: Paying,
  begun: Extract<Begun, { kind: 'begun' }>,
): Promise<void> {
  const { provider, idempotencyKey } = begun;
  const amountUsdCents = usdCents(begun.amountUsdCents);
  const answer = await flow.step('authorise', () =>
    life.providers.get(provider).authorise({ ...input, orderId, amountUsdCents, idempotencyKey }),
  );
  await settle(life, flow, orderId, { provider, answer });
}

/**
 * The life of an order. One order, one object: these handlers never run at the same time for the same order, so the races
 * of payer, bank, provider and clock are decided here, one after the other. Every fact is in Postgres; the engine only
 * remembers what is under way.
 */
export function orderLife(life: LifeDeps): FlowHandlers<OrderEvents, OrderAnswers> {
  const { context, providers } = life;
  return {
    async pay(flow, key, input) {
      const orderId = key as OrderId;
      const begun = await flow.step('begin', () => beginPayment(context, orderId));
      if (begun.kind === 'begun') {
        flow.later(askDelayMs(context.timing, 0), 'look', { tries: 0 });
        flow.later(context.timing.expiresAfterMs, 'look', { tries: null });
        await authorise(life, flow, orderId, input, begun);
      }
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async payAgain(flow, key, { payType, ...input }) {
      const orderId = key as OrderId;
      const begun = await flow.step('begin again', () => beginAgain(context, orderId, payType));
      if (begun.kind === 'begun') await authorise(life, flow, orderId, input, begun);
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async proven(flow, key, { proof }) {
      const orderId = key as OrderId;
      const before = await flow.step('load', () => lookAtOrder(context, orderId));
      if (isUndecided(before.state)) {
        const word = await flow.step('confirm', () => confirmPayment(context, providers, orderId, proof));
        await settle(life, flow, orderId, word);
      }
      return flow.step('answer', () => readAnswer(context, orderId));
    },

    async notified(flow, key, { notificationId }) {
      const word = await flow.step('read', () => readNotification(context, providers, notificationId));
      if (word !== null) await settle(life, flow, key as OrderId, word);
      return flow.step('processed', () => finishNotification(context, notificationId));
    },

    async look(flow, key, { tries }) {
      const orderId = key as OrderId;
      const order = await flow.step('load', () => lookAtOrder(context, orderId));
      if (order.state === 'paid') await flow.step('credit', () => deliverOrder(context, orderId));
      const isOpen = isUndecided(order.state) && !order.isHeld;
      if (!isOpen && !order.hasRivals) return null;

      const words = await flow.step('ask providers', () => askProviders(context, providers, orderId));
      for (const word of words) await settle(life, flow, orderId, word);

      // Only providers that answer may let an order expire: silence is not a no.
      const isAnswered = words.every(({ answer }) => answer.kind !== 'unknown');
      if (order.isPastDeadline && isAnswered) {
        const why = words.map(({ provider, answer }) => `${provider} said ${answer.kind}`).join(', ');
        await flow.step('expire', () => giveUpOrder(context, orderId, 'expired', why));
      }
      if (order.hasRivals) {
        // An engine that lost its disk may have left one half way.
        await flow.step('refund', () => refundSecondPayments(context, providers, orderId));
        const done = order.isPastDeadline ? answeredIn(words) : [];
        await flow.step('end asking', () => endAsking(context, orderId, done));
      }
      const after = await flow.step('load again', () => lookAtOrder(context, orderId));
      if (tries !== null && (isUndecided(after.state) || after.hasRivals))
        flow.later(askDelayMs(context.timing, tries + 1), 'look', { tries: tries + 1 });
      return null;
    },

    async cancel(flow, key, { reason }) {
      return flow.step('cancel', () => giveUpOrder(context, key as OrderId, 'cancelled', reason));
    },
  };
}
