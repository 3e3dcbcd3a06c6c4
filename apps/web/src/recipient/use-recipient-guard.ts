import type { AccountId, Recipient } from '@jawhara/domain';
import { useState } from 'react';
import { storedConfirmedRecipients } from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';

/** Goes on to the payment. A sheet has put an entry of its own into the history, which the next page takes over. */
export type GoOn = (how: { readonly replace: boolean }) => void;

export interface RecipientGuard {
  /** The payer has not yet confirmed this recipient or paid for them. */
  readonly isNewFace: boolean;
  /** The step that the payer has pressed and that waits for the confirmation of the recipient. */
  readonly waiting: GoOn | null;
  readonly stopWaiting: () => void;
  /** Goes on at once for a confirmed recipient, else after the confirmation. */
  readonly beforePaying: (goOn: GoOn) => void;
}

/** Whether a confirmation is needed is known at once; the question itself is in a chunk that loads for new recipients only. */
export function useRecipientGuard(recipient: Recipient | null): RecipientGuard {
  const confirmed: readonly AccountId[] | null = useStored(storedConfirmedRecipients);
  const [waiting, setWaiting] = useState<GoOn | null>(null);
  const isNewFace = recipient !== null && confirmed?.includes(recipient.accountId) !== true;
  return {
    isNewFace,
    waiting,
    stopWaiting: () => setWaiting(null),
    beforePaying: (goOn) => {
      if (isNewFace) setWaiting(() => goOn);
      else goOn({ replace: false });
    },
  };
}
