import '../../../words/load-card.ts';
import '../../../words/load-saved.ts';
import type { SavedCard } from '@jawhara/domain';
import { BadgeIcon } from '../../../ui/marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Ltr } from '../../../ui/values.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { word } from '../../../words/word.ts';
import { cardName } from '../../parts/card-name.ts';
import { useNow } from '../../parts/use-now.ts';
import { isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';
import type { CheckoutEvent, CheckoutState } from '../../machine/checkout-state.ts';
import { ExpiredCardSheet } from './expired-card-sheet.tsx';
import { ExpirySheet } from './expiry-sheet.tsx';

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
export function CardDialogs({ state, send }: CardDialogsProps) {
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
