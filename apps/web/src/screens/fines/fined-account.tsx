import type { FineInfo } from '@jawhara/contract';
import type { FineStanding } from '@jawhara/domain';
import { useEffect, useRef } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { DisplayIdText, Name } from '../../ui/values.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatDate } from '../../words/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** The ban in three words; null where nothing is known of one, or only that it has no end of its own. */
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
  /** The panel has replaced the field that was typed into, so it takes the focus. */
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
