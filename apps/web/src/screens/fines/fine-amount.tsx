import type { UsdCents } from '@jawhara/domain';
import { Approx } from '../../ui/approx.tsx';
import { BadgeIcon } from '../../ui/badge-icon.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { PayableFine } from './payable-fine.ts';

interface Rung {
  readonly label: () => string;
  readonly amount: UsdCents | null;
  /** The higher the amount, the higher its column. */
  readonly height: string;
  readonly isNow?: boolean;
}

/** The step before, this one and the next, as the server names them: nothing is counted here. */
function Ladder({ standing }: Pick<PayableFine, 'standing'>) {
  const rungs: readonly Rung[] = [
    { label: () => word('fine.first'), amount: standing.previousUsdCents, height: 'pt-12' },
    { label: () => word('fine.thisTime'), amount: standing.amountUsdCents, height: 'pt-28', isNow: true },
    { label: () => word('fine.next'), amount: standing.nextUsdCents, height: 'pt-44' },
  ];
  return (
    <ol className="flex items-end gap-8 mt-18" aria-label={word('fine.ladder')} data-testid="fine-ladder">
      {rungs.map(
        ({ label, amount, height, isNow = false }) =>
          amount !== null && (
            <li
              key={height}
              className={classes(
                'flex-1 min-w-0 rounded-s pb-12 text-center',
                height,
                isNow ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink2',
              )}
              aria-current={isNow ? 'step' : undefined}
            >
              <span className="micro block">{label()}</span>
              <span className="strong">
                <Money cents={amount} />
              </span>
            </li>
          ),
      )}
    </ol>
  );
}

/** What is owed, why, how often it was so before, and how it grows. */
export function FineAmount({ fine: { standing, estimate } }: { fine: PayableFine }) {
  return (
    <Card>
      <div className="row mb-16">
        <div className="fill">
          <h2 className="small muted">{word('fine.amount')}</h2>
          <p className="display" data-testid="fine-amount">
            <Money cents={standing.amountUsdCents} />
          </p>
          <Approx of={estimate} />
        </div>
        <BadgeIcon icon="lock-keyhole" tone="danger" />
      </div>
      <Note kind="quiet">
        {word('fine.reason')} {word('fine.doubles')}
        <span className="block" data-testid="ban-times">
          {word('count.banTimes', { n: standing.refundBanCount })}
        </span>
      </Note>
      <Ladder standing={standing} />
    </Card>
  );
}
