import { expiryStanding, isCardExpired, type SavedCard } from '@jawhara/domain';
import { IconButton } from '../../../ui/button.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { classes } from '../../../ui/classes.ts';
import { CardChoice } from '../../parts/card-choice.tsx';
import { isUpdatable } from '../../machine/methods.ts';

interface DeleteCardButtonProps {
  card: SavedCard;
  /** Absent if the card cannot be deleted. */
  onDelete: (() => void) | undefined;
}

export function DeleteCardButton({ card, onDelete }: DeleteCardButtonProps) {
  if (onDelete === undefined) return null;
  return (
    <IconButton
      icon="trash-2"
      size="s"
      label={word('a11y.deleteThisCard', { last4: isolatedLtr(card.last4) })}
      onPress={onDelete}
    />
  );
}

/** How long the card is still valid. The colour only repeats the text. */
export function ExpiryLine({ card, now }: { card: SavedCard; now: Date }) {
  const standing = expiryStanding(card.expiry, now);
  const date = isolatedLtr(card.expiry);
  if (card.isExpiredByBank || standing.kind === 'expired') {
    return (
      <span className="micro text-danger-ink">
        {word('method.expired')} {date}
      </span>
    );
  }
  if (standing.kind === 'expiring') {
    return (
      <span className="micro text-warning-ink">{word('method.expiringSoon', { n: standing.daysLeft })}</span>
    );
  }
  return <span className="micro muted">{word('method.expires', { date })}</span>;
}

interface SavedCardRowProps {
  card: SavedCard;
  now: Date;
  isChosen: boolean;
  /** In a group of radio buttons Tab reaches only one. */
  isTabStop: boolean;
  onChoose: () => void;
  onUpdate: () => void;
  /** Absent where cards can only be chosen. */
  onDelete?: () => void;
}

/** A saved card to choose. An expired card can get its new date in place, where its provider can update dates. */
export function SavedCardRow(props: SavedCardRowProps) {
  const { card, now, isChosen, onDelete } = props;
  const isExpired = isCardExpired(card, now);
  const canUpdate = isExpired && isUpdatable(card);
  return (
    <div className={classes('option', isChosen && 'on', isExpired && 'expired')} data-testid="saved-card">
      <CardChoice card={card} isChosen={isChosen} isTabStop={props.isTabStop} onChoose={props.onChoose}>
        <ExpiryLine card={card} now={now} />
      </CardChoice>
      {(canUpdate || onDelete !== undefined) && (
        // The two buttons stay together: beside the name, or under it where there is no room for both.
        <span className="row ms-auto">
          {canUpdate && (
            <button type="button" className="text-link" onClick={props.onUpdate} data-testid="update-card">
              {word('common.update')}
            </button>
          )}
          <DeleteCardButton card={card} onDelete={onDelete} />
        </span>
      )}
    </div>
  );
}
