import { updateSavedCard, type OrderInfo } from '@jawhara/contract';
import type { OrderId, SavedCard } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureSentence } from '../../api/failure-words.ts';
import { keepCardOfOrder } from '../../api/card-of-order.ts';
import { refreshSignedIn } from '../../api/refresh-signed-in.ts';
import { reloadSavedCards, useSavedCards } from '../../api/use-saved-cards.ts';
import { confirmRecipient } from '../../host/confirm-recipient.ts';
import { storedLastPayCard, storedLastPayType, storedRememberAsked } from '../../host/stored-pay-method.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { useStored } from '../../host/use-stored.ts';
import { showToast } from '../../ui/toast.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { keptCardName } from '../card/kept-card-row.tsx';
import { usedCardOf } from '../steps/card-fetch.ts';
import { cardToRemember, lastUsedCard } from '../steps/remember-card.ts';
import type { CardsRead } from '../steps/steps-state.ts';
import { useCardOfOrder } from './use-card-of-order.ts';

/** Saves the payer's choice. The card becomes the one to begin with only when the server has it. */
async function saveChoice(card: SavedCard, isRemembered: boolean): Promise<void> {
  const answer = await call(updateSavedCard, { sourceId: card.sourceId, expiry: null, isRemembered });
  if (answer.kind === 'ok') {
    if (!isRemembered) return;
    const last = lastUsedCard(card);
    storedLastPayCard.write(card.sourceId);
    storedLastPayType.write(last.payType);
    showToast(word('dlg.remember.saved', { card: isolatedLtr(keptCardName(card)) }));
    void reloadSavedCards();
  } else if (isRemembered) {
    showToast(answer.kind === 'failed' ? failureSentence(answer.failure) : answer.message, 'info');
  }
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

export interface AfterPaid {
  /** The card that paid, once it is known. */
  readonly card: SavedCard | null;
  /** The card to ask about; null when there is nothing to ask. */
  readonly asked: SavedCard | null;
  readonly answer: (isRemembered: boolean) => void;
}

/** What follows a payment, behind the panel: session and cards are read again, and the card is asked for. */
export function useAfterPaid(orderId: OrderId, order: OrderInfo | null): AfterPaid {
  const fetch = useCardOfOrder(orderId);
  const cards = useCardsRead();
  const isNewest = useStored(storedLastOrderId) === orderId;
  const isAnswered = useStored(storedRememberAsked) === orderId;
  const card = fetch.kind === 'success' ? fetch.card : null;
  const isCardKnown = card !== null;
  const recipientId = order?.recipient.accountId ?? null;

  useEffect(() => void refreshSignedIn(), [orderId]);
  // The card is among the saved ones only after its provider has named it, and only a list read since then tells whether it is remembered.
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
  useEffect(() => {
    if (recipientId !== null) confirmRecipient(recipientId);
  }, [recipientId]);

  const mayAsk = isNewest && rereadFor === orderId && order !== null;
  const asked = mayAsk
    ? cardToRemember(
        {
          outcome: 'success',
          payType: order.payType,
          used: usedCardOf(fetch),
          smallerPack: null,
          isRememberAnswered: isAnswered,
        },
        cards,
      )
    : null;
  return {
    card,
    asked,
    answer: (isRemembered) => {
      storedRememberAsked.write(orderId);
      if (asked === null) return;
      // Whoever presses "once more" right after a yes means this card.
      keepCardOfOrder(orderId, { ...asked, isRemembered });
      void saveChoice(asked, isRemembered);
    },
  };
}
