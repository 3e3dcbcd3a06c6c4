import type { SavedCard } from '@jawhara/domain';
import { Ltr } from '../../../ui/ltr.tsx';
import { SchemeMark } from '../../../ui/scheme-mark.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { cardNameInTwo } from '../../parts/card-name.ts';
import { DeleteCardButton } from './delete-card-button.tsx';

export interface UsedCardRowProps {
  card: SavedCard;
  /** Absent: a card that is not in any list has nothing to be deleted from. */
  onDelete?: () => void;
  /** Its date has run out and is being replaced. */
  isDateOver?: boolean;
}

/** The card that is about to pay. One of ours to see: its scheme and last four digits, and nothing like plastic. */
export function UsedCardRow({ card, onDelete, isDateOver = false }: UsedCardRowProps) {
  const date = word('cvv.expires', { date: isolatedLtr(card.expiry) });
  return (
    <div className="list">
      <div className="option on" data-testid="kept-card">
        <span className="radio" />
        <SchemeMark scheme={card.scheme} />
        <span className="fill">
          <span className="strong">
            <Ltr>{cardNameInTwo(card)}</Ltr>
          </span>
          <br />
          <span className="micro muted">
            {isDateOver ? <s>{date}</s> : card.isRemembered ? date : word('card.justUsed')}
          </span>
        </span>
        <DeleteCardButton card={card} onDelete={onDelete} />
      </div>
    </div>
  );
}
