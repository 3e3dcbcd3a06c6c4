import type { NextStep, ResultButton } from '@jawhara/domain';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';
import { NEXT_STEP_WORDS } from './decline-words.ts';

interface StepRow {
  readonly icon: IconName;
  /** advice: nothing on this page can do it for the payer. */
  readonly does: 'pay-again' | 'report' | 'advice';
  /** A fixed button that already says the same. */
  readonly saidBy?: ResultButton;
}

/** Null where the panel has a better place for it: the card of the smaller pack, the row of another card. */
const ROWS = {
  'smaller-pack': null,
  'other-card': null,
  'retry-or-other-card': { icon: 'repeat', does: 'pay-again', saidBy: 'retry' },
  'update-card': { icon: 'calendar-clock', does: 'pay-again', saidBy: 'update-and-pay' },
  'check-card': { icon: 'search', does: 'pay-again' },
  're-enter-cvv': { icon: 'lock-keyhole', does: 'pay-again' },
  'try-again': { icon: 'repeat', does: 'pay-again', saidBy: 'retry' },
  'try-later': { icon: 'clock', does: 'advice' },
  'contact-bank': { icon: 'landmark', does: 'advice' },
  'contact-support': { icon: 'message-circle', does: 'report' },
} as const satisfies Record<NextStep, StepRow | null>;

export interface NextStepRowProps {
  nextStep: NextStep;
  /** The fixed buttons of the panel. */
  buttons: readonly ResultButton[];
  onPayAgain: () => void;
}

/** The one thing most likely to help, beside the fixed buttons. */
export function NextStepRow({ nextStep, buttons, onPayAgain }: NextStepRowProps) {
  const row: StepRow | null = ROWS[nextStep];
  if (row === null || (row.saidBy !== undefined && buttons.includes(row.saidBy))) return null;
  const label = (
    <>
      <span className="scheme grid place-items-center text-primary-ink">
        <Icon name={row.icon} />
      </span>
      <span className="fill strong" data-testid="next-step" data-step={nextStep}>
        {word(NEXT_STEP_WORDS[nextStep])}
      </span>
    </>
  );
  switch (row.does) {
    case 'pay-again':
      return (
        <button type="button" className="option" onClick={onPayAgain}>
          {label}
          <Icon name="chevron-left" size="s" />
        </button>
      );
    case 'report':
      return (
        <Link className="option" href="/feedback">
          {label}
          <Icon name="chevron-left" size="s" />
        </Link>
      );
    default:
      return <div className="option">{label}</div>;
  }
}
