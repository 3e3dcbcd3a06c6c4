import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { useEffect } from 'react';
import { refreshSignedIn } from '../../api/refresh-signed-in.ts';
import { uploadRecipients } from '../../api/share-recipients.ts';
import { confirmRecipient } from '../../browser/storage/confirm-recipient.ts';
import { useCardOfOrder } from './use-card-of-order.ts';
import { useCardQuestion, type UsedCardQuestion } from './use-card-question.ts';

export interface AfterPaid extends UsedCardQuestion {
  /** What the receipt says of the card; null until it is known. */
  readonly paidWith: CardPaidWith | null;
}

/** What follows a payment, behind the panel: session and cards are read again, and the card is asked for. */
export function useAfterPaid(orderId: OrderId, order: OrderInfo | null): AfterPaid {
  const { fetch, paidWith } = useCardOfOrder(orderId);
  const question = useCardQuestion(orderId, order, fetch);
  // Whoever paid somebody's fine has not chosen them for gems.
  const recipientId = order?.purpose === 'gems' ? order.recipient.accountId : null;

  useEffect(() => void refreshSignedIn().then(uploadRecipients), [orderId]);
  useEffect(() => {
    if (recipientId !== null) confirmRecipient(recipientId);
  }, [recipientId]);
  return { ...question, paidWith };
}
