import { classes } from '../../ui/classes.ts';
import { CardChoice, type CardChoiceProps } from '../parts/card-choice.tsx';

/** A card as this device last saw it. Its date comes from the server, into a line that is as high already: nothing jumps. */
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
