import {
  deleteSavedCard,
  listSavedCards,
  readCardOfOrder as readCardOfOrderCall,
  updateSavedCard,
} from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { deleteCard, updateCard, type CardDeps } from './change-card.ts';
import { listCards, readCardOfOrder } from './read-cards.ts';

export interface SavedCardsDeps {
  readonly context: OrderContext;
  readonly cards: CardDeps;
  readonly expiryTries: RateLimit;
  readonly expiryTriesPerHour: number;
}

export function savedCardRoutes(route: Route, deps: SavedCardsDeps): void {
  const { context, cards, expiryTries, expiryTriesPerHour: most } = deps;

  route(listSavedCards, async ({ caller }) => answer(await listCards(context.db, caller)));

  route(readCardOfOrderCall, async ({ request, caller }) => {
    const found = await readCardOfOrder(context, caller, request.orderId);
    return found === null ? refuse('order-not-found') : answer(found);
  });

  route(updateSavedCard, async ({ request, caller }) => {
    if (request.expiry !== null) {
      // Without this limit a stolen device could try month after month until the bank accepts a date.
      const allowances = [`device:${caller.device}`, `card:${request.sourceId}`].map((who) => ({
        who,
        most,
      }));
      const wait = await expiryTries.secondsToWait(allowances);
      if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    }
    const changed = await updateCard(cards, caller, request);
    return changed === 'changed' ? answer({}) : refuse(changed);
  });

  route(deleteSavedCard, async ({ request, caller }) => {
    const changed = await deleteCard(cards, caller, request.fingerprint);
    return changed === 'changed' ? answer({}) : refuse(changed);
  });
}
