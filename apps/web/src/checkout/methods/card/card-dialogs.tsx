import { EMPTY_CARD, type SavedCard } from '@jawhara/domain';
import { useState } from 'react';
import { BadgeIcon } from '../../../ui/marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { cardName } from '../../parts/card-name.ts';
import { readUrlParameters } from '../../../browser/link.ts';
import { Ltr } from '../../../ui/values.tsx';
import { Note } from '../../../ui/note.tsx';
import { fieldInvalid } from './fields/field-words.ts';
import { isConfirmOpen } from '../../machine/on-confirm.ts';
import { isUpdating, isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';
import type { CheckoutEvent, OnStep, CheckoutState } from '../../machine/checkout-state.ts';
import { ExpiryField } from './expiry-field.tsx';
import { stepProblemSentence } from './problem-note.tsx';
import { useNow } from '../../parts/use-now.ts';

interface ExpiredCardSheetProps {
  card: SavedCard;
  /** Absent where the provider of the card cannot change a date: then deleting the card is offered instead. */
  onUpdate?: () => void;
  onDelete: () => void;
  onOther: () => void;
  onClose: () => void;
}

/** Shown when the payer presses pay with an expired card. */
export function ExpiredCardSheet({ card, onUpdate, onDelete, onOther, onClose }: ExpiredCardSheetProps) {
  const name = isolatedLtr(cardName(card));
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={word('dlg.expired.title')}
      art={<BadgeIcon icon="calendar-clock" tone="warn" />}
    >
      <p className="muted text-center">
        {onUpdate === undefined ? word('saved.expiredMsg') : word('dlg.expired.body', { card: name })}
      </p>
      <div className="sheet-actions">
        {onUpdate === undefined ? (
          <Button variant="danger" onPress={onDelete} testId="expired-delete">
            {word('common.delete')}
          </Button>
        ) : (
          <Button onPress={onUpdate} testId="expired-update">
            {word('dlg.expired.update')}
          </Button>
        )}
        <Button variant="outline" onPress={onOther} testId="expired-other">
          {word('dlg.expired.other')}
        </Button>
      </div>
    </Sheet>
  );
}

interface ExpirySheetProps {
  state: OnStep;
  card: SavedCard;
  now: Date;
  send: (event: CheckoutEvent) => void;
}

/** Updates the date of a saved card without a payment. */
function ExpirySheet({ state, card, now, send }: ExpirySheetProps) {
  const [typed, setTyped] = useState('');
  const [isPrompted, setIsPrompted] = useState(false);
  const isSent = isUpdating(state);
  const { problem } = state;
  const sentence = stepProblemSentence(problem);
  const isExpiryTest = readUrlParameters(location).testUpdateDate !== null;
  const inputs = { fields: EMPTY_CARD, cvv: 'empty', expiry: typed, isExpiryTest } as const;
  const isOpen = isSent || isConfirmOpen(state, inputs, now);
  return (
    <Sheet
      isOpen
      isCancelable={!isSent}
      onClose={() => send({ type: 'back-pressed' })}
      title={word('dlg.expiry.title', { current: isolatedLtr(card.expiry) })}
    >
      <p className="small muted text-center mb-16">
        <Ltr>{cardName(card)}</Ltr>
      </p>
      <form
        className="col gap-20"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSent) send({ type: 'confirm-pressed', inputs, now: new Date() });
        }}
      >
        {sentence !== null && <Note kind="error">{sentence}</Note>}
        <ExpiryField typed={typed} onType={setTyped} now={now} problem={problem} isPrompted={isPrompted} />
        <Button
          type="submit"
          busy={isSent}
          held={isOpen ? null : fieldInvalid('expiry')}
          onHeldPress={() => setIsPrompted(true)}
          testId="update-expiry"
        >
          {word('dlg.expiry.button')}
        </Button>
      </form>
    </Sheet>
  );
}

interface DeleteCardSheetProps {
  card: SavedCard;
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteCardSheet({ card, isDeleting, onDelete, onClose }: DeleteCardSheetProps) {
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={word('dlg.delete.title')}
      art={<BadgeIcon icon="trash-2" tone="danger" />}
    >
      <p className="strong text-center">
        <Ltr>{cardName(card)}</Ltr>
      </p>
      <p className="muted text-center">{word('dlg.delete.body')}</p>
      <div className="sheet-actions">
        <Button variant="danger" busy={isDeleting} onPress={onDelete} testId="delete-yes">
          {word('common.delete')}
        </Button>
        <Button variant="outline" onPress={onClose} testId="delete-no">
          {word('common.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

interface CardDialogsProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
}

/** Dialogs about a saved card, over any of the pages that have steps. */
function CardDialogs({ state, send }: CardDialogsProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  if (!isOnStep(state)) return null;
  const step = stepOf(state.checkout);
  if (step.at === 'modify-expiry' && isDateOnly(step)) {
    return <ExpirySheet key={step.card.sourceId} state={state} card={step.card} now={now} send={send} />;
  }
  const { popup } = state;
  const close = (): void => send({ type: 'popup-closed' });
  switch (popup?.kind) {
    case 'delete-card':
      return (
        <DeleteCardSheet
          card={popup.card}
          isDeleting={popup.isDeleting}
          onDelete={() => send({ type: 'delete-confirmed' })}
          onClose={close}
        />
      );
    case 'expired-card':
    case 'not-updatable': {
      const { sourceId } = popup.card;
      const update = { onUpdate: () => send({ type: 'update-pressed', sourceId }) };
      return (
        <ExpiredCardSheet
          card={popup.card}
          {...(popup.kind === 'expired-card' && update)}
          onDelete={() => {
            close();
            send({ type: 'delete-pressed', sourceId });
          }}
          onOther={() => send({ type: 'other-card-pressed', now: new Date() })}
          onClose={close}
        />
      );
    }
    default:
      return null;
  }
}

function hasCardDialog(state: CheckoutState): boolean {
  if (!isOnStep(state)) return false;
  return isDateOnly(stepOf(state.checkout)) || (state.popup !== null && state.popup.kind !== 'give-up');
}

/** The open dialog about a saved card, if there is one. Without an open dialog nothing is rendered again every minute. */
export function OpenCardDialog({ state, send }: CardDialogsProps) {
  return hasCardDialog(state) ? <CardDialogs state={state} send={send} /> : null;
}
