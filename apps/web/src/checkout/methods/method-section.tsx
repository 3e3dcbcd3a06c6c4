import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/card.tsx';
import { word } from '../../words/word.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { CardChoice, type CardChoiceProps } from '../parts/card-choice.tsx';

interface MethodSectionProps {
  titleId: string;
  /** The title has the number 3, after the recipient and the pack; not for a fine, where nothing else is chosen. */
  isNumbered?: boolean;
  /** A method is chosen. */
  isDone: boolean;
  /** Shown at the end of the title. */
  end?: ReactNode;
  children: ReactNode;
}

/** The section of the pay page with the payment methods. */
export function MethodSection({ titleId, isNumbered = true, isDone, end, children }: MethodSectionProps) {
  return (
    <section aria-labelledby={titleId} data-testid="methods">
      <SectionHead
        id={titleId}
        {...(isNumbered && { step: 3 })}
        isDone={isDone}
        title={word('method.title')}
        end={end}
      />
      {children}
    </section>
  );
}

interface NewCardRowProps {
  isChosen: boolean;
  isTabStop?: boolean;
  onChoose?: () => void;
}

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

/**
 * A card stored from this device's last visit. Its expiry date comes later from the server; the height of its line is reserved.
 */
export function SeenCardRow(props: Omit<CardChoiceProps, 'children'>) {
  return (
    <div className={classes('option', props.isChosen && 'on')} data-testid="seen-card">
      <CardChoice {...props}>
        <span className="micro skeleton" style={{ display: 'inline-block', width: '6em' }} aria-hidden="true">
          {'\u00A0'}
        </span>
      </CardChoice>
    </div>
  );
}
