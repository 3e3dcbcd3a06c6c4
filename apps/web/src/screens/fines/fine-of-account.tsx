import { isUnread } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { lazy, Suspense } from 'react';
import { useFine } from '../../api/use-fine.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { word } from '../../words/word.ts';
import { FinedAccount, isPayable, NothingToPay } from './fined-account.tsx';

/** The parts for an answered look-up; payment methods and cards come with them. */
const fetchParts = () => import('./answered-parts.tsx');
const FinePayment = lazy(async () => ({ default: (await fetchParts()).FinePayment }));
const NoSuchFine = lazy(async () => ({ default: (await fetchParts()).NoSuchFine }));

interface FineOfAccountProps {
  displayId: DisplayId;
  onOther: () => void;
  takesFocus: boolean;
}

/** The ban of one account and its fine. */
export function FineOfAccount({ displayId, onOther, takesFocus }: FineOfAccountProps) {
  const { value, problem, retry } = useFine(displayId);
  if (problem?.kind === 'refused' && !isUnread(problem.refusal)) {
    return (
      <Suspense fallback={null}>
        <NoSuchFine problem={{ ...problem, displayId }} onOther={onOther} />
      </Suspense>
    );
  }
  if (value === null) {
    if (problem === null) return <Checking />;
    return (
      <div className="narrow">
        <ErrorState title={word('fine.loadFailed')} onRetry={retry} />
      </div>
    );
  }
  const account = <FinedAccount info={value} onChange={onOther} takesFocus={takesFocus} />;
  if (isPayable(value)) {
    return (
      <>
        {/* Shown for a payable fine only: no payment lifts any other ban. */}
        <p className="only-pc muted">{word('fine.lead')}</p>
        <Suspense fallback={<div className="narrow">{account}</div>}>
          <FinePayment fine={value} account={account} />
        </Suspense>
      </>
    );
  }
  return (
    <div className="narrow col gap-28">
      {account}
      {value.standing.kind !== 'fine' && <NothingToPay standing={value.standing} onOther={onOther} />}
    </div>
  );
}

/** A placeholder as large as the content that replaces it. */
function Checking() {
  return (
    <div className="narrow col gap-28" role="status" data-testid="fine-checking">
      <p className="small hint">{word('fine.checking')}</p>
      <Card>
        <div className="row">
          <Skeleton width="2.08rem" height="2.08rem" round />
          <div className="fill col gap-8">
            <Skeleton width="50%" height="0.8rem" />
            <Skeleton width="35%" height="0.6rem" />
          </div>
        </div>
      </Card>
      <Skeleton width="100%" height="7.4rem" />
    </div>
  );
}
