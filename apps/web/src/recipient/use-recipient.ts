import { isUnread } from '@jawhara/contract';
import { cleanTypedId, type Recipient } from '@jawhara/domain';
import { setData } from '../api/query-cache.ts';
import type { CallAnswer } from '../api/call-answer.ts';
import { call } from '../api/call.ts';
import { useQuery } from '../api/use-query.ts';
import { rememberRecipient, storedRecipient, storedRecipientHistory } from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { lookUp, type LookUp } from './look-up.ts';
import { useLookUp, type IdLookUp, type NotFound } from './use-look-up.ts';
import { useRecipientGuard, type RecipientGuard } from './use-recipient-guard.ts';

const NOBODY: readonly Recipient[] = [];
const STANDING_LASTS_MS = 10 * 60_000;

export interface ChosenRecipient extends RecipientGuard {
  readonly recipient: Recipient | null;
  readonly history: readonly Recipient[];
  /** A recipient of an earlier visit may have been banned since, so the server is queried again while the card is shown. */
  readonly refused: NotFound | null;
  /** The field for an id. */
  readonly entry: IdLookUp;
  readonly choose: (recipient: Recipient) => void;
}

const standingKey = (recipient: Recipient): string => `recipient ${recipient.displayId}`;

async function askForStanding(recipient: Recipient | null): Promise<CallAnswer<LookUp>> {
  if (recipient === null) return { kind: 'failed', failure: 'aborted' };
  const found = await lookUp(recipient.displayId, call);
  return found.kind === 'failed' ? found : { kind: 'ok', value: found };
}

export function useRecipient(): ChosenRecipient {
  const recipient = useStored(storedRecipient);
  const history = useStored(storedRecipientHistory) ?? NOBODY;
  const key = recipient === null ? null : standingKey(recipient);
  const { value: standing } = useQuery(key, () => askForStanding(recipient), STANDING_LASTS_MS);
  const refused = standing?.kind === 'refused' && !isUnread(standing.refusal) ? standing : null;
  const guard = useRecipientGuard(refused === null ? recipient : null);
  const field = useLookUp(chooseFound);
  /** Other digits are another account: no payment may go to a recipient whose id is no longer in the field. */
  const type = (typed: string): void => {
    if (recipient !== null && cleanTypedId(typed).digits !== recipient.displayId) storedRecipient.forget();
    field.type(typed);
  };
  const entry = { ...field, type };
  return { recipient, history, refused, entry, choose: rememberRecipient, ...guard };
}

/** The server has just confirmed this recipient, so the answer is cached instead of fetched again. */
export function chooseFound(recipient: Recipient): void {
  const found: LookUp = { kind: 'found', recipient };
  setData(standingKey(recipient), found);
  rememberRecipient(recipient);
}
