import { formatLargeCount, type Recipient } from '@jawhara/domain';
import { storedLogin } from '../browser/storage/login.ts';
import { storedPaidRecipients, type PaidRecipient } from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import { IdField } from './id-field.tsx';
import { useBarred } from './recipient-question.ts';
import type { Barred } from './refusal-parts.ts';
import { BarredLine, splitRecents } from './recent-recipients.tsx';
import { useLookUp } from './use-look-up.ts';

export interface RecipientSearchSheetProps {
  isOpen: boolean;
  history: readonly Recipient[];
  onFound: (recipient: Recipient) => void;
  onChoose: (recipient: Recipient) => void;
  onClose: () => void;
}

const NOBODY: readonly PaidRecipient[] = [];

/** The search screen: the id field with its hint, and all earlier recipients. */
export function RecipientSearchSheet({
  isOpen,
  history,
  onFound,
  onChoose,
  onClose,
}: RecipientSearchSheetProps) {
  const entry = useLookUp(onFound);
  const paid = useStored(storedPaidRecipients) ?? NOBODY;
  const self = useStored(storedLogin)?.account.accountId ?? null;
  const { previous, lookedUp } = splitRecents(history, paid, self);
  const shared = { paid, barred: useBarred(history), onChoose };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={word('search.title')}>
      <div className="col gap-28 text-start">
        <p className="small muted">{word('search.tooltip')}</p>
        <form
          className="col gap-16"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            entry.search();
          }}
        >
          <IdField entry={entry} known={history} onTakeKnown={onChoose} />
        </form>
        {history.length === 0 && (
          <section aria-label={word('recipient.previous')}>
            <h3 className="small muted">{word('recipient.previous')}</h3>
            <p className="small hint">{word('search.emptyHistory')}</p>
          </section>
        )}
        <People title={word('recipient.previous')} people={previous} {...shared} />
        <People title={word('recipient.recent')} people={lookedUp} {...shared} />
      </div>
    </Sheet>
  );
}

interface PeopleProps {
  title: string;
  people: readonly Recipient[];
  paid: readonly PaidRecipient[];
  barred: Barred;
  onChoose: (recipient: Recipient) => void;
}

function People({ title, people, paid, barred, onChoose }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="small muted">{title}</h3>
      <div className="list">
        {people.map((recipient) => (
          <button
            key={recipient.accountId}
            type="button"
            className="option"
            data-testid="history-recipient"
            disabled={barred.has(recipient.accountId)}
            onClick={() => onChoose(recipient)}
          >
            <Avatar small nickname={recipient.nickname} iconUrl={recipient.iconUrl} />
            <span className="fill">
              <span className="strong">
                <Name>{recipient.nickname}</Name>
              </span>
              <br />
              <span className="micro muted">
                <DisplayIdText id={recipient.displayId} />
                <Times paid={paid.find(({ accountId }) => accountId === recipient.accountId)} />
              </span>
              <BarredLine why={barred.get(recipient.accountId)} />
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** A large count is shown short and read aloud in full. */
function Times({ paid }: { paid: PaidRecipient | undefined }) {
  if (paid === undefined) return null;
  const { times: n } = paid;
  const [whole, short] = [String(n), formatLargeCount(n, 'plain')];
  if (short === whole) return <> · {word('count.fillTimes', { n, shown: whole })}</>;
  return (
    <>
      {' · '}
      <span aria-hidden="true">{word('count.fillTimes', { n, shown: isolatedLtr(short) })}</span>
      <span className="visually-hidden">{word('count.fillTimes', { n, shown: whole })}</span>
    </>
  );
}
