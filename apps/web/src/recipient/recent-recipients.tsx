import { sorted, type AccountId, type Recipient, RECENT_RECIPIENTS_SHOWN_MAX } from '@jawhara/domain';
import { type PaidRecipient, storedPaidRecipients } from '../browser/storage/recipients.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Name } from '../ui/values.tsx';
import { word } from '../words/word.ts';
import { useBarred } from './recipient-question.ts';

interface Recents {
  readonly previous: readonly Recipient[];
  readonly lookedUp: readonly Recipient[];
}

/**
 * Recipients paid for, newest first, and those only looked up, in the order of the history. The signed-in account is first in its
 * list.
 */
export function splitRecents(
  history: readonly Recipient[],
  paid: readonly PaidRecipient[],
  self: AccountId | null,
): Recents {
  const placeOf = (known: Recipient): number =>
    known.accountId === self ? -1 : paid.findIndex(({ accountId }) => accountId === known.accountId);
  const isPaid = (known: Recipient): boolean => paid.some(({ accountId }) => accountId === known.accountId);
  const isSelf = (known: Recipient): number => Number(known.accountId === self);
  return {
    previous: sorted(history.filter(isPaid), (a, b) => placeOf(a) - placeOf(b)),
    lookedUp: sorted(
      history.filter((known) => !isPaid(known)),
      (a, b) => isSelf(b) - isSelf(a),
    ),
  };
}

interface RecentRecipientsProps {
  history: readonly Recipient[];
  selected: Recipient | null;
  onChoose: (recipient: Recipient) => void;
  onOther: () => void;
}

/**
 * Up to three earlier recipients, and a button for another one. Shows recipients paid for if there are any, else those only
 * looked up, and never mixes the two: the rest is in the search.
 */
export function RecentRecipients({ history, selected, onChoose, onOther }: RecentRecipientsProps) {
  const paid = useStored(storedPaidRecipients);
  const others = history.filter((known) => known.accountId !== selected?.accountId);
  const self = useStored(storedLogin)?.account.accountId ?? null;
  const { previous, lookedUp } = splitRecents(others, paid ?? [], self);
  const shown = (previous.length > 0 ? previous : lookedUp).slice(0, RECENT_RECIPIENTS_SHOWN_MAX);
  const barred = useBarred(shown);
  const title = previous.length > 0 ? word('recipient.previous') : word('recipient.recent');
  // A first-time payer has nobody to choose from: "change" is the way to another account.
  if (shown.length === 0) return null;
  return (
    <>
      <p className="people-title micro muted">{title}</p>
      <div className="people" role="group" aria-label={title}>
        {shown.map((recipient) => (
          <button
            key={recipient.accountId}
            type="button"
            className="person"
            data-testid="recent-recipient"
            disabled={barred.has(recipient.accountId)}
            onClick={() => onChoose(recipient)}
          >
            <Avatar small nickname={recipient.nickname} iconUrl={recipient.iconUrl} />
            <span className="block max-w-full">
              <Name isCut>{recipient.nickname}</Name>
            </span>
            <BarredLine why={barred.get(recipient.accountId)} />
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

export function BarredLine({ why }: { why: string | undefined }) {
  return why === undefined ? null : <span className="block micro barred">{why}</span>;
}
