import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/values.tsx';
import { Note } from '../../../ui/note.tsx';
import { PayBar } from '../../../ui/pay-bar.tsx';
import { word } from '../../../words/word.ts';
import { moveInGroup } from '../../parts/move-in-group.ts';
import { OrderLine, OrderStrip, type OrderSummary } from '../../parts/order-strip.tsx';
import { useNow } from '../../parts/use-now.ts';
import { recentCards } from '../../machine/methods.ts';
import type { Checkout, StepProblem, CheckoutEvent } from '../../machine/checkout-state.ts';
import { stepProblemSentence } from './problem-note.tsx';
import { SavedCardRow } from './saved-card-row.tsx';

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

interface SavedCardsStepProps {
  order: OrderSummary;
  checkout: Checkout;
  problem: StepProblem | null;
  send: (event: CheckoutEvent) => void;
  onConfirm: () => void;
}

/** A step with every saved card of this payer. */
export function SavedCardsStep({ order, checkout, problem, send, onConfirm }: SavedCardsStepProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const titleId = useId();
  const cards = recentCards(checkout);
  const { method } = checkout;
  const chosenId = method?.kind === 'saved-card' ? method.card.sourceId : null;
  const tabStop = Math.max(
    0,
    cards.findIndex(({ sourceId }) => sourceId === chosenId),
  );
  const sentence = stepProblemSentence(problem);
  return (
    <>
      <OrderStrip order={order} />
      {sentence !== null && <Note kind="error">{sentence}</Note>}
      <div className="list">
        <h2 id={titleId} className="visually-hidden">
          {word('step.savedList')}
        </h2>
        <div
          role="radiogroup"
          aria-labelledby={titleId}
          tabIndex={-1}
          onKeyDown={moveInGroup}
          data-testid="saved-cards"
        >
          {cards.map((card, index) => (
            <SavedCardRow
              key={card.sourceId}
              card={card}
              now={now}
              isChosen={card.sourceId === chosenId}
              isTabStop={index === tabStop}
              onChoose={() => send({ type: 'method-chosen', method: { kind: 'saved-card', card } })}
              onUpdate={() => send({ type: 'update-pressed', sourceId: card.sourceId })}
              onDelete={() => send({ type: 'delete-pressed', sourceId: card.sourceId })}
            />
          ))}
        </div>
        <button
          type="button"
          className="option border-t border-solid border-line"
          onClick={() => send({ type: 'new-card-pressed' })}
          data-testid="new-card"
        >
          <span className="scheme grid place-items-center text-primary-ink">
            <Icon name="plus" />
          </span>
          <span className="fill strong">{word('method.newCard')}</span>
        </button>
      </div>
      <p className="small hint">{word('cvv.neverStored')}</p>
      <PayBar total={<OrderLine order={order} />} summary={<Money cents={order.priceUsdCents} />}>
        <Button
          held={chosenId === null ? word('step.savedList') : null}
          onPress={onConfirm}
          testId="confirm-card"
        >
          {word('common.confirm')}
        </Button>
      </PayBar>
    </>
  );
}
