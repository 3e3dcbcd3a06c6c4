import { RECENT_RECIPIENTS_SHOWN_MAX, type Recipient } from '@jawhara/domain';
import { storedPaidRecipients } from '../host/stored-paid-recipients.ts';
import { useStored } from '../host/use-stored.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Name } from '../ui/name.tsx';
import { word } from '../words/word.ts';
import { splitRecents } from './split-recents.ts';

export interface RecentRecipientsProps {
  history: readonly Recipient[];
  selected: Recipient | null;
  onChoose: (recipient: Recipient) => void;
  onOther: () => void;
}

/**
 * Up to three faces of the past, and the way to somebody else. Those who were paid for come first, and are never mixed with
 * those who were only looked up: the rest is in the search.
 */
export function RecentRecipients({ history, selected, onChoose, onOther }: RecentRecipientsProps) {
  const paid = useStored(storedPaidRecipients);
  const others = history.filter((known) => known.accountId !== selected?.accountId);
  const { previous, lookedUp } = splitRecents(others, paid ?? []);
  const shown = previous.length > 0 ? previous : lookedUp;
  const title = previous.length > 0 ? word('recipient.previous') : word('recipient.recent');
  return (
    <>
      {/* The line is kept where nobody is left to show: the page that waits for the faces has it too. */}
      <p className="people-title micro muted">{shown.length > 0 ? title : '\u00A0'}</p>
      <div className="people" role="group" aria-label={title}>
        {shown.slice(0, RECENT_RECIPIENTS_SHOWN_MAX).map((recipient) => (
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
    </>
  );
}
