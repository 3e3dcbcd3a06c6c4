import '../../../words/load-card.ts';
import '../../../words/load-saved.ts';
import { useNow } from '../../parts/use-now.ts';
import { isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';
import type { CheckoutEvent, CheckoutState } from '../../machine/checkout-state.ts';
import { DeleteCardSheet } from './delete-card-sheet.tsx';
import { ExpiredCardSheet } from './expired-card-sheet.tsx';
import { ExpirySheet } from './expiry-sheet.tsx';

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

export interface CardDialogsProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
}

/** What the steps ask about a saved card, over whichever page they are on. */
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
