import type { AccountId, Recipient } from '@jawhara/domain';
import { useState } from 'react';
import { confirmRecipient, forgetRecipient, rememberRecipient } from '../browser/storage/recipients.ts';
import { recipientQuestion, useBarred } from './recipient-question.ts';
import { RecipientQuestionSheet } from './recipient-question-sheet.tsx';
import type { RecipientGuard } from './use-recipient-guard.ts';

interface NewFaceProps extends Pick<RecipientGuard, 'waiting' | 'stopWaiting'> {
  recipient: Recipient;
  history: readonly Recipient[];
  /** To another id. */
  onChange: () => void;
}

/** A likely slip is asked about as soon as it is found; a new face only before the first payment for it. */
export function NewFace({ recipient, history, waiting, stopWaiting, onChange }: NewFaceProps) {
  const [leftOpen, setLeftOpen] = useState<AccountId | null>(null);
  const hasLikeness = recipientQuestion(recipient, history).kind === 'did-you-mean';
  const question = recipientQuestion(recipient, history, useBarred(hasLikeness ? history : []));
  const isLikelySlip = question.kind === 'did-you-mean' && recipient.accountId !== leftOpen;
  if (waiting === null && !isLikelySlip) return null;

  /** Neither yes nor no: before the payment it is asked again. */
  const close = (): void => {
    stopWaiting();
    setLeftOpen(recipient.accountId);
  };
  return (
    <RecipientQuestionSheet
      question={question}
      onClose={close}
      onChange={() => {
        close();
        onChange();
      }}
      onKeep={() => {
        confirmRecipient(recipient.accountId);
        stopWaiting();
        waiting?.({ replace: true });
      }}
      onTakeSaved={(saved) => {
        forgetRecipient(recipient);
        rememberRecipient(saved);
        stopWaiting();
      }}
    />
  );
}
