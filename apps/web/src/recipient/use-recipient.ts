import { isUnread } from '@jawhara/contract';
import { cleanTypedId, type Recipient } from '@jawhara/domain';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createQueryCache, useQuery } from '../api/query-cache.ts';
import { usePageScope, type PageScope } from '../page-scope.ts';
import type { CallAnswer } from '../api/call-answer.ts';
import { call } from '../api/call.ts';
import {
  rememberRecipient,
  storedConfirmedRecipients,
  storedRecipient,
  storedRecipientHistory,
} from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { lookUp, type LookUp } from './look-up.ts';
import { useLookUp, type IdLookUp, type NotFound } from './use-look-up.ts';

const NOBODY: readonly Recipient[] = [];
const STANDING_LASTS_MS = 10 * 60_000;

export interface ChosenRecipient {
  readonly recipient: Recipient | null;
  readonly history: readonly Recipient[];
  /** A recipient of an earlier visit may have been banned since, so the server is queried again while the card is shown. */
  readonly refused: NotFound | null;
  /** The payer has not yet confirmed this recipient or paid for them. */
  readonly isNewFace: boolean;
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
  const page = usePageScope();
  const recipient = useStored(storedRecipient);
  const history = useStored(storedRecipientHistory) ?? NOBODY;
  const key = recipient === null ? null : standingKey(recipient);
  const { value: standing } = useQuery(key, () => askForStanding(recipient), STANDING_LASTS_MS);
  const refused = standing?.kind === 'refused' && !isUnread(standing.refusal) ? standing : null;
  const confirmed = useStored(storedConfirmedRecipients);
  const isNewFace =
    recipient !== null && refused === null && confirmed?.includes(recipient.accountId) !== true;
  const field = useLookUp((found) => chooseFound(page, found));
  /** Typing other digits removes the chosen recipient: no payment may go to a recipient whose id is not in the field. */
  const type = (typed: string): void => {
    if (recipient !== null && cleanTypedId(typed).digits !== recipient.displayId) storedRecipient.forget();
    field.type(typed);
  };
  const entry = { ...field, type };
  return { recipient, history, refused, isNewFace, entry, choose: rememberRecipient };
}

/** Chooses a recipient whom the server has just confirmed; the answer is cached, so that it is not fetched again. */
export function chooseFound(page: PageScope, recipient: Recipient): void {
  const found: LookUp = { kind: 'found', recipient };
  page.get(createQueryCache).setData(standingKey(recipient), found);
  rememberRecipient(recipient);
}

export interface OpenField {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly isShown: boolean;
  /** Opens the field with this id in it, or empty, ready to be typed over. */
  readonly reopen: (shown: Recipient | null) => void;
  /** Empties and closes the field after another recipient was chosen. */
  readonly close: () => void;
}

/**
 * Calls back when the focus has left the form. While a finger or a mouse button is down the call waits, because the pressed
 * element must not move.
 */
function watchLeaving(form: HTMLFormElement, onLeft: () => void): () => void {
  let isPressed = false;
  const leave = (): void => {
    setTimeout(() => {
      if (!form.contains(document.activeElement)) onLeft();
    });
  };
  const onDown = (): void => {
    isPressed = true;
  };
  const onUp = (): void => {
    isPressed = false;
    leave();
  };
  const onOut = (): void => {
    if (!isPressed) leave();
  };
  form.addEventListener('focusout', onOut);
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', onUp);
  return () => {
    form.removeEventListener('focusout', onOut);
    document.removeEventListener('pointerdown', onDown, true);
    document.removeEventListener('pointerup', onUp);
    document.removeEventListener('pointercancel', onUp);
  };
}

/** A recipient who is found while the field has the focus does not replace it: the card is shown when the focus leaves. */
export function useOpenField({ recipient, entry }: ChosenRecipient): OpenField {
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = recipient === null || isOpen;
  useEffect(() => {
    const element = form.current;
    if (!isShown || element === null) return undefined;
    const open = (): void => setOpen(true);
    element.addEventListener('focusin', open);
    const stopWatching = watchLeaving(element, () => setOpen(false));
    if (element.contains(document.activeElement)) open();
    return () => {
      element.removeEventListener('focusin', open);
      stopWatching();
    };
  }, [isShown]);
  return {
    form,
    isShown,
    reopen: (shown) => {
      if (shown === null) entry.type('');
      else entry.show(shown);
      setOpen(true);
      setTimeout(() => {
        const input = form.current?.querySelector('input');
        input?.focus();
        input?.select();
      });
    },
    close: () => {
      entry.reset();
      setOpen(false);
    },
  };
}
