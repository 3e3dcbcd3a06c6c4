import '../words/load-search.ts';
import type { Recipient } from '@jawhara/domain';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText } from '../ui/display-id-text.tsx';
import { Name } from '../ui/name.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { word } from '../words/word.ts';
import { IdField } from './id-field.tsx';
import { useLookUp } from './use-look-up.ts';

export interface RecipientSearchSheetProps {
  isOpen: boolean;
  history: readonly Recipient[];
  onFound: (recipient: Recipient) => void;
  onChoose: (recipient: Recipient) => void;
  onClose: () => void;
}

/** The search screen: the id field with its hint, and everybody chosen before. */
export function RecipientSearchSheet({
  isOpen,
  history,
  onFound,
  onChoose,
  onClose,
}: RecipientSearchSheetProps) {
  const entry = useLookUp(onFound);
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
        <section aria-label={word('recipient.previous')}>
          <h3 className="small muted">{word('recipient.previous')}</h3>
          {history.length === 0 ? (
            <p className="small hint">{word('search.emptyHistory')}</p>
          ) : (
            <div className="list">
              {history.map((recipient) => (
                <button
                  key={recipient.accountId}
                  type="button"
                  className="option"
                  data-testid="history-recipient"
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
                    </span>
                  </span>
                </button>
              ))}
            </div>
          )}
        </section>
      </div>
    </Sheet>
  );
}
