import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { word } from '../../words/word.ts';

export interface NewCardRowProps {
  isChosen: boolean;
  isTabStop?: boolean;
  onChoose?: () => void;
}

/** A card that nobody has seen yet, among the other ways to pay. */
export function NewCardRow({ isChosen, isTabStop = true, onChoose }: NewCardRowProps) {
  return (
    <button
      type="button"
      className={classes('option', isChosen && 'on')}
      role="radio"
      aria-checked={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      data-testid="method-new-card"
    >
      <span className="radio" />
      <span className="scheme grid place-items-center text-primary-ink">
        <Icon name="plus" />
      </span>
      <span className="fill strong">{word('method.newCard')}</span>
      <span className="row gap-8">
        <SchemeMark scheme="visa" small />
        <SchemeMark scheme="mastercard" small />
      </span>
    </button>
  );
}
