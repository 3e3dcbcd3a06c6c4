import type { AccountId, Recipient } from '@jawhara/domain';
import { useState } from 'react';
import { storedConfirmedRecipients } from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';

/** Goes on to the payment. A sheet has put an entry of its own into the history, which the next page takes over. */
export type GoOn = (how: { readonly replace: boolean }) => void;

export interface RecipientGuard {
  /** Nobody has confirmed this face or paid for it yet. */
  readonly isNewFace: boolean;
  /** What the payer has pressed and what waits for their yes. */
  readonly waiting: GoOn | null;
  readonly stopWaiting: () => void;
  /** Goes on at once for somebody known, else after a yes. */
  readonly beforePaying: (goOn: GoOn) => void;
}

/** Whether somebody must be asked about is known at once; what to ask is in the part that loads for new faces only. */
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
