import { readCardOfOrder, type CardPaidWith } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import type { Call } from '../../api/create-call.ts';
import { cardFetch, type AskCard, type CardFetch, type CardFetchEvent } from './card-fetch.ts';

export interface CardFetchDeps {
  readonly call: Call;
  readonly now: () => Date;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface CardFetchHearers {
  readonly onChange: (state: CardFetch) => void;
  /** The card that paid: known for every paid order, whether or not the card is saved. */
  readonly onPaidWith: (paidWith: CardPaidWith) => void;
}

/** Fetches the card of an order until the machine has enough, and reports each state. */
export function runCardFetch(
  orderId: OrderId,
  deps: CardFetchDeps,
  signal: AbortSignal,
  { onChange, onPaidWith }: CardFetchHearers,
): void {
  let state: CardFetch = { kind: 'not-started' };

  const ask = async ({ turn, afterMs }: AskCard): Promise<void> => {
    await deps.wait(afterMs, signal);
    if (signal.aborted) return;
    const answer = await deps.call(readCardOfOrder, { orderId }, { signal });
    const now = deps.now();
    if (answer.kind === 'ok' && answer.value.paidWith !== null && !signal.aborted)
      onPaidWith(answer.value.paidWith);
    take(
      answer.kind === 'ok'
        ? { type: 'card-read', turn, card: answer.value.card, now }
        : { type: 'card-lost', turn, now },
    );
  };
  const take = (event: CardFetchEvent): void => {
    if (signal.aborted) return;
    const [next, ...asks] = cardFetch(state, event);
    state = next;
    onChange(next);
    for (const one of asks) void ask(one);
  };
  take({ type: 'started', now: deps.now() });
}
