import { usdText, type UsdCents } from '@jawhara/domain';
import { useState, type ReactNode } from 'react';
import { Approx, Ltr, Money } from '../../ui/values.tsx';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { PayableFine } from './fined-account.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { OpenOrderNote } from '../../checkout/parts/open-order-note.tsx';
import { storedAgreedFine } from '../../browser/storage/purchase.ts';
import { AfterPaying } from './after-paying.tsx';
import { FineMethods } from './fine-methods.tsx';

interface Rung {
  readonly label: () => string;
  readonly amount: UsdCents | null;
  /** The class whose padding gives the amount's column its height. */
  readonly height: string;
  readonly when: 'past' | 'now' | 'later';
}

/** The amount without ".00", because four amounts must fit side by side on a small phone. */
function stepText(cents: UsdCents): string {
  return usdText(cents).replace(/\.00$/, '');
}

/** The previous amount, this one and the next two, as the server sends them. */
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
function FineAmount({ fine: { standing, estimate } }: { fine: PayableFine }) {
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
      </Note>
      <p className="small mt-18" data-testid="ban-times">
        {word('fine.earlierBans', { n: standing.refundBanCount })}
      </p>
      <Ladder standing={standing} />
    </Card>
  );
}

interface FineChangedProps {
  was: UsdCents;
  now: UsdCents;
  onAgree: () => void;
}

/** Shown when the amount differs from the one that the payer has seen: the payer must agree to it before paying. */
function FineChanged({ was, now, onAgree }: FineChangedProps) {
  return (
    <div className="col gap-28" data-testid="fine-changed">
      <Note kind="warn" isLive>
        {word('fine.changed')}
      </Note>
      <Card>
        <dl className="pairs">
          <div>
            <dt>{word('fine.was')}</dt>
            <dd>
              <s>
                <Money cents={was} />
              </s>
            </dd>
          </div>
          <div>
            <dt>{word('fine.now')}</dt>
            <dd className="display">
              <Money cents={now} />
            </dd>
          </div>
        </dl>
      </Card>
      <Button onPress={onAgree} testId="fine-agree">
        {word('fine.agreeNew', { amount: isolatedLtr(usdText(now)) })}
      </Button>
      <ButtonLink href="/" variant="ghost">
        {word('common.close')}
      </ButtonLink>
    </div>
  );
}

export interface FinePaymentProps {
  fine: PayableFine;
  /** The card with the fined account, shown above everything else. */
  account: ReactNode;
}

/** The amount that the payer has seen: the one agreed to a moment ago, otherwise the first one shown here. */
function firstSeen({ account, quote }: PayableFine) {
  const agreed = storedAgreedFine.read();
  return agreed?.displayId === account.displayId ? agreed.amountUsdCents : quote.amountUsdCents;
}

/** A fine that lifts the ban: its amount and its payment methods. */
export function FinePayment({ fine, account }: FinePaymentProps) {
  const { amountUsdCents } = fine.quote;
  const [seen, setSeen] = useState(() => firstSeen(fine));
  if (seen !== amountUsdCents) {
    return (
      <div className="narrow col gap-28">
        {account}
        <FineChanged was={seen} now={amountUsdCents} onAgree={() => setSeen(amountUsdCents)} />
      </div>
    );
  }
  return (
    <>
      <OpenOrderNote />
      <div className="columns">
        <div className="column-main">
          {account}
          <FineAmount fine={fine} />
          <AfterPaying />
        </div>
        <div className="column-side">
          <FineMethods fine={fine} />
        </div>
      </div>
    </>
  );
}
