import type { Recipient } from '@jawhara/domain';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { rememberRecipient, storedRecipient, storedRecipientHistory } from '../host/stored-recipients.ts';
import { useStored } from '../host/use-stored.ts';
import { lookUp, type LookUp } from './look-up.ts';
import { nextStepAfter, refusalSentence, type NextStep } from './refusal-words.ts';

const NOBODY: readonly Recipient[] = [];
const STANDING_LASTS_MS = 10 * 60_000;

export interface ChosenRecipient {
  readonly recipient: Recipient | null;
  readonly history: readonly Recipient[];
  /** A recipient of an earlier visit may have been banned since; the server is asked again while the card is shown. */
  readonly refused: { readonly sentence: string; readonly nextStep: NextStep | null } | null;
  readonly choose: (recipient: Recipient) => void;
}

const standingKey = (recipient: Recipient | null) => ['recipient', recipient?.displayId ?? null] as const;

export function useRecipient(): ChosenRecipient {
  const recipient = useStored(storedRecipient);
  const history = useStored(storedRecipientHistory) ?? NOBODY;
  const { data: standing } = useQuery<LookUp>(
    {
      queryKey: standingKey(recipient),
      queryFn: recipient === null ? skipToken : ({ signal }) => lookUp(recipient.displayId, call, signal),
      staleTime: STANDING_LASTS_MS,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );
  const refused =
    standing?.kind === 'refused' && standing.refusal !== 'too-many-tries'
      ? {
          sentence: refusalSentence(standing.refusal, standing.message),
          nextStep: nextStepAfter(standing.refusal),
        }
      : null;
  return { recipient, history, refused, choose: rememberRecipient };
}

/** Somebody the server has just named need not be asked about again. */
export function chooseFound(recipient: Recipient): void {
  const found: LookUp = { kind: 'found', recipient };
  queryClient.setQueryData(standingKey(recipient), found);
  rememberRecipient(recipient);
}
