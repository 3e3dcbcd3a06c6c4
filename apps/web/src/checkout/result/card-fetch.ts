import {
  CARD_FETCH_POLL_INTERVAL_MS,
  CARD_FETCH_POLL_TRIES_MAX,
  CARD_FETCH_TOTAL_MS,
  type SavedCard,
  type OrderId,
} from '@jawhara/domain';
import { readCardOfOrder, type CardPaidWith } from '@jawhara/contract';
import type { UsedCard } from '../machine/checkout-state.ts';
import type { Call } from '../../api/create-call.ts';

/** Fetching the card an order was paid with. `turn` counts the requests: an answer to an older request is ignored. */
export type CardFetch =
  | { readonly kind: 'not-started' }
  | { readonly kind: 'fetching'; readonly turn: number; readonly startedAt: Date }
  | { readonly kind: 'success'; readonly card: SavedCard }
  | { readonly kind: 'failure' };

type CardFetchEvent =
  | { readonly type: 'started'; readonly now: Date }
  /** Null: the provider has not reported the card yet. */
  | { readonly type: 'card-read'; readonly turn: number; readonly card: SavedCard | null; readonly now: Date }
  | { readonly type: 'card-lost'; readonly turn: number; readonly now: Date };

export interface AskCard {
  readonly do: 'ask-card';
  readonly turn: number;
  readonly afterMs: number;
}

/** Requests the card again, unless the limit of tries or of thirty seconds in all is reached. The time of slow answers counts. */
function refetch(
  state: Extract<CardFetch, { kind: 'fetching' }>,
  now: Date,
): readonly [CardFetch, ...AskCard[]] {
  const turn = state.turn + 1;
  const dueAfterMs = now.getTime() - state.startedAt.getTime() + CARD_FETCH_POLL_INTERVAL_MS;
  if (turn > CARD_FETCH_POLL_TRIES_MAX || dueAfterMs > CARD_FETCH_TOTAL_MS) return [{ kind: 'failure' }];
  return [
    { ...state, turn },
    { do: 'ask-card', turn, afterMs: CARD_FETCH_POLL_INTERVAL_MS },
  ];
}

export function cardFetch(state: CardFetch, event: CardFetchEvent): readonly [CardFetch, ...AskCard[]] {
  if (event.type === 'started') {
    if (state.kind === 'fetching') return [state];
    return [
      { kind: 'fetching', turn: 1, startedAt: event.now },
      { do: 'ask-card', turn: 1, afterMs: 0 },
    ];
  }
  if (state.kind !== 'fetching' || event.turn !== state.turn) return [state];
  if (event.type === 'card-read' && event.card !== null) return [{ kind: 'success', card: event.card }];
  return refetch(state, event.now);
}

/** The fetched card in the form that the checkout machine uses. */
export function usedCardOf(fetch: CardFetch): UsedCard {
  switch (fetch.kind) {
    case 'not-started':
    case 'fetching':
      return { kind: 'loading' };
    case 'success':
      return { kind: 'saved', card: fetch.card };
    default:
      return { kind: 'unsaved' };
  }
}

export interface CardFetchDeps {
  readonly call: Call;
  readonly now: () => Date;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface CardFetchHearers {
  readonly onChange: (state: CardFetch) => void;
  /** Receives the card that paid, as soon as the server reports it, whether or not the card is saved. */
  readonly onPaidWith: (paidWith: CardPaidWith) => void;
}

/** Fetches the card of an order until it is known or the limits are reached, and reports each state. */
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
