import { usdText, type UsdCents } from '@jawhara/domain';
import { Approx, Ltr, Money } from '../../ui/values.tsx';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { PayableFine } from './payable-fine.ts';

interface Rung {
  readonly label: () => string;
  readonly amount: UsdCents | null;
  /** The higher the amount, the higher its column. */
  readonly height: string;
  readonly when: 'past' | 'now' | 'later';
}

/** A step is a round sum, and four of them stand side by side on a small phone. */
function stepText(cents: UsdCents): string {
  return usdText(cents).replace(/\.00$/, '');
}

/** The step before, this one and the next two, as the server names them: nothing is counted here. */
function Ladder({ standing }: Pick<PayableFine, 'standing'>) {
  const rungs: readonly Rung[] = [
    { label: () => word('fine.first'), amount: standing.previousUsdCents, height: 'pt-12', when: 'past' },
    { label: () => word('fine.thisTime'), amount: standing.amountUsdCents, height: 'pt-28', when: 'now' },
    { label: () => word('fine.next'), amount: standing.nextUsdCents, height: 'pt-44', when: 'later' },
    { label: () => word('fine.then'), amount: standing.afterNextUsdCents, height: 'pt-60', when: 'later' },
  ];
  return (
    <ol className="ladder mt-18" aria-label={word('fine.ladder')} data-testid="fine-ladder">
      {rungs.map(
        ({ label, amount, height, when }) =>
          amount !== null && (
            <li
              key={height}
              className={classes(height, when === 'past' && 'past')}
              aria-current={when === 'now' ? 'step' : undefined}
            >
              <span className="micro">{label()}</span>
              <span className="strong">
                <Ltr>{stepText(amount)}</Ltr>
              </span>
            </li>
          ),
      )}
    </ol>
  );
}

/** The amount owed, its reason, the number of earlier bans, and how the amount grows. */
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
        <BadgeIcon icon="scale" tone="danger" />
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
