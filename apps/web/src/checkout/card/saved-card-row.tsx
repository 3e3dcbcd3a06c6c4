import { isCardExpired, type SavedCard } from '@jawhara/domain';
import { classes } from '../../ui/classes.ts';
import { Ltr } from '../../ui/ltr.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { word } from '../../words/word.ts';
import { cardName } from './card-name.ts';
import { isUpdatable } from '../flow/methods.ts';
import { ExpiryLine } from './expiry-line.tsx';
import { DeleteCardButton } from './delete-card-button.tsx';

export interface SavedCardRowProps {
  card: SavedCard;
  now: Date;
  isChosen: boolean;
  /** Of a group of radios only one is reached by Tab. */
  isTabStop: boolean;
  onChoose: () => void;
  onUpdate: () => void;
  /** Absent where cards are only chosen. */
  onDelete?: () => void;
}

/** One saved card to choose. What has run out offers its new date in place, where its provider can change one. */
export function SavedCardRow(props: SavedCardRowProps) {
  const { card, now, isChosen, onDelete } = props;
  const isExpired = isCardExpired(card, now);
  return (
    <div className={classes('option', isChosen && 'on', isExpired && 'expired')} data-testid="saved-card">
      <button
        type="button"
        className="option-choice"
        role="radio"
        aria-checked={isChosen}
        tabIndex={props.isTabStop ? 0 : -1}
        onClick={props.onChoose}
        data-testid={`method-${card.last4}`}
      >
        <span className="radio" />
        <SchemeMark scheme={card.scheme} />
        <span className="fill">
          <span className="strong">
            <Ltr>{cardName(card)}</Ltr>
          </span>
          <br />
          <ExpiryLine card={card} now={now} />
        </span>
      </button>
      {isExpired && isUpdatable(card) && (
        <button type="button" className="text-link" onClick={props.onUpdate} data-testid="update-card">
          {word('common.update')}
        </button>
      )}
      <DeleteCardButton card={card} onDelete={onDelete} />
    </div>
  );
}
