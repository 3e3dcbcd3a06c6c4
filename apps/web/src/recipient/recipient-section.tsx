import { recipientModeOf, type Recipient } from '@jawhara/domain';
import { lazy, Suspense, useEffect, useId, useState, type RefObject, type ReactNode } from 'react';
import { useIsInBrowser } from '../browser/storage/use-stored.ts';
import { whenIdle } from '../browser/waits.ts';
import { usePageScope } from '../page-scope.ts';
import { Card, SectionHead } from '../ui/card.tsx';
import { readyLazy } from '../ui/lazy.tsx';
import { Skeleton } from '../ui/spinner.tsx';
import { word } from '../words/word.ts';
import { RecentRecipients } from './recent-recipients.tsx';
import { IdField, type IdFieldProps } from './id-field.tsx';
import type { FaceQuestion } from './new-face.tsx';
import type { RecipientSearchSheetProps } from './recipient-search-sheet.tsx';
import { useOpenField, chooseFound, type ChosenRecipient } from './use-recipient.ts';
import { Button } from '../ui/button.tsx';
import { Face } from './face.tsx';
import { LookUpProblem } from './late-refusals.ts';
import type { NotFound } from './use-look-up.ts';

export interface RecipientCardProps {
  recipient: Recipient;
  /** Why this recipient cannot get gems after all; null if they can. */
  refused: NotFound | null;
  onChange: () => void;
  /** Returns to an empty field. */
  onOther: () => void;
  children?: ReactNode;
}

/** The recipient of the gems, confirmed by the server. */
export function RecipientCard({ recipient, refused, onChange, onOther, children }: RecipientCardProps) {
  const nothing = (): void => undefined;
  return (
    <Card className={refused === null ? 'recipient-card' : 'recipient-card refused'}>
      <div className="row wraps" data-testid="recipient-card" data-display-id={recipient.displayId}>
        <Face recipient={recipient} isRefused={refused !== null} />
        <Button variant="outline" compact onPress={onChange} testId="recipient-change">
          {word('common.change')}
        </Button>
      </div>
      {refused !== null && (
        <div className="mt-16">
          <Suspense fallback={null}>
            <LookUpProblem
              problem={refused}
              known={[]}
              onTakeKnown={nothing}
              onRetry={nothing}
              onOther={onOther}
            />
          </Suspense>
        </div>
      )}
      {children}
    </Card>
  );
}

const fetchSheets = () => import('./recipient-sheets.ts');

const { Part: SearchSheet, fetchPart: fetchSearchSheet } = readyLazy(
  async () => (await fetchSheets()).RecipientSearchSheet,
);

const NewFace = lazy(async () => ({ default: (await fetchSheets()).NewFace }));

interface RecipientSectionProps {
  chosen: ChosenRecipient;
  confirmation: FaceQuestion;
}

/** A placeholder as high as the card and the row of earlier recipients, so that the content below does not move. */
function RecipientSkeleton() {
  return (
    <Card className="only-returning">
      <div className="row">
        <Skeleton width="2.08rem" height="2.08rem" round />
        <div className="fill col gap-8">
          <Skeleton width="50%" height="0.8rem" />
          <Skeleton width="35%" height="0.6rem" />
        </div>
      </div>
      <p className="people-title micro muted">{'\u00A0'}</p>
      <div className="people">
        <Skeleton width="1.44rem" height="2.3rem" />
      </div>
    </Card>
  );
}

/** The choice of a recipient: the id field, the earlier recipients, or the chosen one. */
export function RecipientSection({ chosen, confirmation }: RecipientSectionProps) {
  const page = usePageScope();
  const { recipient, history, refused, entry } = chosen;
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const isInBrowser = useIsInBrowser();
  useEffect(() => whenIdle(fetchSearchSheet), []);
  const titleId = useId();
  const mode = recipientModeOf({ hasRecipient: recipient !== null, hasHistory: history.length > 0 });
  const openSearch = (): void => setIsSearchOpen(true);
  const field = useOpenField(chosen);
  const choose = (known: Recipient): void => {
    chosen.choose(known);
    field.close();
  };
  const recent = (
    <RecentRecipients history={history} selected={recipient} onChoose={choose} onOther={openSearch} />
  );
  return (
    <section aria-labelledby={titleId} data-mode={mode} data-testid="recipient-section">
      <SectionHead
        id={titleId}
        step={1}
        isDone={recipient !== null && refused === null}
        title={word('recipient.title')}
      />
      {!isInBrowser && <RecipientSkeleton />}
      {isInBrowser && recipient !== null && !field.isShown && (
        <RecipientCard
          recipient={recipient}
          refused={refused}
          onChange={() => field.reopen(recipient)}
          onOther={() => field.reopen(null)}
        >
          {recent}
        </RecipientCard>
      )}
      {field.isShown && (
        <Card className={isInBrowser ? '' : 'only-new'}>
          <Entry form={field.form} entry={entry} known={history} onTakeKnown={choose} />
          {(mode === 'list' || history.length > 0) && recent}
        </Card>
      )}
      {recipient !== null && chosen.isNewFace && (
        <Suspense fallback={null}>
          <NewFace
            recipient={recipient}
            history={history}
            confirmation={confirmation}
            onChange={() => field.reopen(recipient)}
          />
        </Suspense>
      )}
      {isSearchOpen && (
        <Search
          history={history}
          onClose={() => setIsSearchOpen(false)}
          onFound={(found) => {
            chooseFound(page, found);
            field.close();
          }}
          onChoose={choose}
        />
      )}
    </section>
  );
}

type SearchProps = Omit<RecipientSearchSheetProps, 'isOpen'>;

/** Choosing a recipient closes the search. */
function Search({ history, onClose, onFound, onChoose }: SearchProps) {
  const closeWith = (choose: (recipient: Recipient) => void) => (recipient: Recipient) => {
    onClose();
    choose(recipient);
  };
  return (
    <Suspense fallback={null}>
      <SearchSheet
        isOpen
        history={history}
        onClose={onClose}
        onFound={closeWith(onFound)}
        onChoose={closeWith(onChoose)}
      />
    </Suspense>
  );
}

function Entry({ form, ...field }: IdFieldProps & { form: RefObject<HTMLFormElement | null> }) {
  return (
    <form
      ref={form}
      className="col gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        field.entry.search();
      }}
    >
      <IdField {...field} />
    </form>
  );
}
