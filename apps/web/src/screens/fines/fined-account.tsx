import type { FineInfo, FineQuote } from '@jawhara/contract';
import type { FineStanding } from '@jawhara/domain';
import { useEffect, useRef, type ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { DisplayIdText, Name } from '../../ui/values.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatDate } from '../../ui/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** A fine that can be paid: its amount is known, and the server has sent a quote for it. */
export interface PayableFine extends FineInfo {
  readonly standing: Extract<FineStanding, { kind: 'fine' }>;
  readonly quote: FineQuote;
}

export function isPayable(info: FineInfo): info is PayableFine {
  return info.standing.kind === 'fine' && info.quote !== null;
}

/** A short text about the ban; null if it is unknown, or has no end date. */
function banText(standing: FineStanding): string | null {
  if (standing.kind === 'permanent') return word('fine.bannedForever');
  if (standing.until === null) return null;
  return word('fine.bannedUntil', { date: isolatedLtr(formatDate(standing.until)) });
}

function isBanned(standing: FineStanding): boolean {
  return standing.kind !== 'none' || standing.until !== null;
}

interface FinedAccountProps {
  info: FineInfo;
  onChange: () => void;
  /** True if this panel replaces a field that had the focus: then the panel gets the focus. */
  takesFocus: boolean;
}

/** Whose fine it is: the face, the id, and until when the account is banned. */
export function FinedAccount({ info: { account, standing }, onChange, takesFocus }: FinedAccountProps) {
  const face = useRef<HTMLDivElement>(null);
  const ban = banText(standing);
  useEffect(() => {
    if (takesFocus) face.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Card>
      <div
        ref={face}
        tabIndex={-1}
        className="row wraps"
        data-testid="fined-account"
        data-standing={standing.kind}
      >
        <Avatar
          nickname={account.nickname}
          iconUrl={account.iconUrl}
          mark={isBanned(standing) ? 'bad' : 'ok'}
        />
        <div className="fill">
          <h2 className="h2">
            <Name>{account.nickname}</Name>
          </h2>
          <div className="small muted">
            <DisplayIdText id={account.displayId} />
          </div>
          {ban !== null && (
            <div className="ban-pill" data-testid="ban">
              <Icon name="ban" size="xs" />
              {ban}
            </div>
          )}
        </div>
        <button type="button" className="text-link self-start" onClick={onChange} data-testid="fine-change">
          {word('common.change')}
        </button>
      </div>
    </Card>
  );
}

type Unpaid = Exclude<FineStanding, { kind: 'fine' }>;

/** The link to support: an objection to a ban is a report with a topic of its own. */
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

/** A ban that no payment lifts, or no ban: why, and the next steps. */
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
