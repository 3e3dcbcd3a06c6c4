import { updateSavedCard, type OrderInfo } from '@jawhara/contract';
import {
  cardHabitsFor,
  payTypeOfSource,
  questionAfter,
  type OrderId,
  type PayType,
  type SavedCard,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepCardOfOrder } from '../../api/card-of-order.ts';
import { failureSentence } from '../../api/failure-words.ts';
import { reloadSavedCards, useSavedCards } from '../../api/use-saved-cards.ts';
import {
  storedLastOrderId,
  storedLastPayCard,
  storedLastPayType,
  storedRememberPrompted,
} from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { showToast } from '../../ui/toast.ts';
import { pageLocale } from '../../words/page-locale.ts';
import { useCheckout } from '../machine/use-checkout.ts';
import { usedCardOf, type CardFetch } from './card-fetch.ts';
import { cardToRemember, lastUsedCard } from '../machine/remember-card.ts';
import type { CardsRead, CheckoutState } from '../machine/checkout-state.ts';

/** Whether the card that just paid is to be remembered. */
export type CardQuestion =
  | { readonly kind: 'none' }
  /** A card was typed, and its provider has not named it yet. */
  | { readonly kind: 'awaited' }
  | { readonly kind: 'asked'; readonly card: SavedCard; readonly isSaving: boolean }
  | { readonly kind: 'saved'; readonly card: SavedCard };

interface PayerAnswer {
  readonly orderId: OrderId;
  readonly card: SavedCard;
  readonly isSaved: boolean;
}

function useCardsRead(): CardsRead {
  const { value, problem } = useSavedCards();
  if (value !== null) {
    return {
      kind: 'ready',
      cards: value.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : [])),
    };
  }
  return { kind: problem === null ? 'loading' : 'failed' };
}

/** The list read after the card is known: only this list tells whether the card was remembered long ago. */
function useIsReread(orderId: OrderId, isCardKnown: boolean): boolean {
  const [rereadFor, setRereadFor] = useState<OrderId | null>(null);
  useEffect(() => {
    let isGone = false;
    void reloadSavedCards().then(() => {
      if (!isGone && isCardKnown) setRereadFor(orderId);
    });
    return () => {
      isGone = true;
    };
  }, [orderId, isCardKnown]);
  return rereadFor === orderId;
}

/** Its fields ask by themselves whether the card may be kept. */
function asksInFields(payType: PayType): boolean {
  return cardHabitsFor(payType)?.asksInFields ?? false;
}

/** Typed in this visit, into fields that do not ask by themselves. */
function isTyped(state: CheckoutState): boolean {
  if (state.at !== 'ended') return false;
  const { use, end } = state;
  if (end === null) return use?.kind === 'new-card' && !asksInFields(use.payType);
  return end.used.kind === 'loading' && !asksInFields(end.payType);
}

/** The answer to a "no" is not needed: a card without a "yes" is forgotten anyway. */
function sayNo(orderId: OrderId, { sourceId }: SavedCard): void {
  storedRememberPrompted.write(orderId);
  void call(updateSavedCard, { sourceId, expiry: null, remember: 'no' });
}

/** The card becomes the preselected card only when the server has received the "yes". True when it has. */
async function sayYes(orderId: OrderId, card: SavedCard): Promise<boolean> {
  const { sourceId } = card;
  const text = questionAfter(payTypeOfSource(sourceId), pageLocale());
  // A payer who presses "once more" right after a "yes" means this card.
  keepCardOfOrder(orderId, { ...card, isRemembered: true });
  const answer = await call(updateSavedCard, { sourceId, expiry: null, remember: text });
  if (answer.kind === 'ok') {
    storedRememberPrompted.write(orderId);
    storedLastPayCard.write(sourceId);
    storedLastPayType.write(lastUsedCard(card).payType);
    void reloadSavedCards();
    return true;
  }
  keepCardOfOrder(orderId, card);
  // If the server received the "yes" and refused it, the card is gone; if nothing arrived, the question stays.
  if (answer.kind === 'refused') storedRememberPrompted.write(orderId);
  showToast(answer.kind === 'failed' ? failureSentence(answer.failure) : answer.message, 'info');
  return false;
}

export interface UsedCardQuestion {
  readonly question: CardQuestion;
  readonly answer: (isYes: boolean) => void;
}

/** Asked once, about a card of this device's newest order. Leaving it without an answer is a no. */
export function useCardQuestion(
  orderId: OrderId,
  order: OrderInfo | null,
  fetch: CardFetch,
): UsedCardQuestion {
  const cards = useCardsRead();
  const { state } = useCheckout();
  const isReread = useIsReread(orderId, fetch.kind === 'success');
  const isNewest = useStored(storedLastOrderId) === orderId;
  const isAnswered = useStored(storedRememberPrompted) === orderId;
  const [lastAnswer, setAnswer] = useState<PayerAnswer | null>(null);
  const yes = lastAnswer?.orderId === orderId ? lastAnswer : null;
  const mayAsk = isNewest && order !== null && !isAnswered;
  const cardToAskAbout = mayAsk && isReread ? cardToRemember(usedCardOf(fetch), cards) : null;

  const leave = useEffectEvent(() => {
    if (cardToAskAbout !== null && yes === null) sayNo(orderId, cardToAskAbout);
  });
  useEffect(() => () => leave(), [orderId]);

  function questionNow(): CardQuestion {
    if (yes !== null)
      return yes.isSaved
        ? { kind: 'saved', card: yes.card }
        : { kind: 'asked', card: yes.card, isSaving: true };
    if (cardToAskAbout !== null) return { kind: 'asked', card: cardToAskAbout, isSaving: false };
    const isAwaited = mayAsk && (fetch.kind !== 'failure' || isReread) && isTyped(state);
    return isAwaited ? { kind: 'awaited' } : { kind: 'none' };
  }

  return {
    question: questionNow(),
    answer(isYes) {
      if (cardToAskAbout === null || yes !== null) return;
      if (!isYes) return sayNo(orderId, cardToAskAbout);
      setAnswer({ orderId, card: cardToAskAbout, isSaved: false });
      void sayYes(orderId, cardToAskAbout).then((isSaved) =>
        setAnswer(isSaved ? { orderId, card: cardToAskAbout, isSaved } : null),
      );
    },
  };
}
