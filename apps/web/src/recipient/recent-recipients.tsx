import { RECENT_RECIPIENTS_SHOWN_MAX, type Recipient } from '@jawhara/domain';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Name } from '../ui/name.tsx';
import { word } from '../words/word.ts';

export interface RecentRecipientsProps {
  history: readonly Recipient[];
  selected: Recipient | null;
  onChoose: (recipient: Recipient) => void;
  onOther: () => void;
}

/** Up to three faces of the past, and the way to somebody else. */
export function RecentRecipients({ history, selected, onChoose, onOther }: RecentRecipientsProps) {
  const others = history.filter((known) => known.accountId !== selected?.accountId);
  return (
    <div className="people" role="group" aria-label={word('recipient.recent')}>
      {others.slice(0, RECENT_RECIPIENTS_SHOWN_MAX).map((recipient) => (
        <button
          key={recipient.accountId}
          type="button"
          className="person"
          data-testid="recent-recipient"
          onClick={() => onChoose(recipient)}
        >
          <Avatar small nickname={recipient.nickname} iconUrl={recipient.iconUrl} />
          <span className="block max-w-full truncate">
            <Name>{recipient.nickname}</Name>
          </span>
        </button>
      ))}
      <button type="button" className="person" data-testid="recipient-other" onClick={onOther}>
        <span className="add">
          <Icon name="search" size="s" />
        </span>
        {word('recipient.other')}
      </button>
    </div>
  );
}
