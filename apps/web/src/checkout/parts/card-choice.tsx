import type { SeenCard } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Ltr } from '../../ui/values.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { cardNameInTwo } from './card-name.ts';

export interface CardChoiceProps {
  card: SeenCard;
  isChosen: boolean;
  /** In a group of radio buttons Tab reaches only one. */
  isTabStop: boolean;
  onChoose: () => void;
  /** The line under the card's name. */
  children: ReactNode;
}

/** A saved card to choose, with its scheme and its last four digits. */
export function CardChoice({ card, isChosen, isTabStop, onChoose, children }: CardChoiceProps) {
  return (
    <button
      type="button"
      className="option-choice"
      role="radio"
      aria-checked={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      data-testid={`method-${card.last4}`}
    >
      <span className="radio" />
      <SchemeMark scheme={card.scheme} />
      <span className="fill">
        <span className="strong">
          <Ltr>{cardNameInTwo(card)}</Ltr>
        </span>
        <br />
        {children}
      </span>
    </button>
  );
}
