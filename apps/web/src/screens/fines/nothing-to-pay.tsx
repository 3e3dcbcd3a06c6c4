import '../../words/load-lookup.ts';
import type { FineStanding } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formatDate } from '../../words/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

type Unpaid = Exclude<FineStanding, { kind: 'fine' }>;

/** An objection to a ban is a report of its own kind. */
function AskSupport() {
  return (
    <ButtonLink href="/feedback?topic=ban-or-fine" variant="soft" icon="headset">
      {word('err.askSupport')}
    </ButtonLink>
  );
}

function said(standing: Unpaid): ReactNode {
  if (standing.kind === 'permanent') {
    return (
      <>
        <EmptyState
          icon="ban"
          tone="danger"
          title={word('fine.foreverTitle')}
          body={word('fine.permanent')}
        />
        <AskSupport />
      </>
    );
  }
  if (standing.until !== null) {
    const date = isolatedLtr(formatDate(standing.until));
    return (
      <>
        <EmptyState icon="calendar-clock" title={word('fine.waitOnly', { date })} />
        <AskSupport />
      </>
    );
  }
  return (
    <>
      <EmptyState icon="circle-check" tone="ok" title={word('fine.none')} body={word('fine.noneBody')} />
      <ButtonLink href="/pay" icon="gem">
        {word('home.navRecharge')}
      </ButtonLink>
    </>
  );
}

/** A ban that no money lifts, or none: why, and where to go from here. */
export function NothingToPay({ standing, onOther }: { standing: Unpaid; onOther: () => void }) {
  return (
    <div className="col gap-32" data-testid="nothing-to-pay">
      {said(standing)}
      <Button variant="ghost" onPress={onOther} testId="other-account">
        {word('fine.otherAccount')}
      </Button>
    </div>
  );
}
