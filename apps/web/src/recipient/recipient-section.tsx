import '../words/load-recipient.ts';
import { recipientModeOf } from '@jawhara/domain';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useIsInBrowser } from '../host/use-stored.ts';
import { whenIdle } from '../host/when-idle.ts';
import { Card } from '../ui/card.tsx';
import { readyLazy } from '../ui/ready-lazy.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { word } from '../words/word.ts';
import { RecentRecipients } from './recent-recipients.tsx';
import { RecipientCard } from './recipient-card.tsx';
import { RecipientIdForm } from './recipient-id-form.tsx';
import { useFoundRecipient } from './use-found-recipient.ts';
import type { ChosenRecipient } from './use-recipient.ts';

const { Part: SearchSheet, fetchPart: fetchSearchSheet } = readyLazy(
  async () => (await import('./recipient-search-sheet.tsx')).RecipientSearchSheet,
);

const NewFace = lazy(async () => ({ default: (await import('./new-face.tsx')).NewFace }));

export interface RecipientSectionProps {
  chosen: ChosenRecipient;
}

/** As high as the card it stands for, faces of the past included: what is below it must not jump. */
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
      <div className="people">
        <Skeleton width="1.44rem" height="2.3rem" />
      </div>
    </Card>
  );
}

/** "Whom for?": the id field, the faces of the past, or the person chosen. */
export function RecipientSection({ chosen }: RecipientSectionProps) {
  const { recipient, history, refused } = chosen;
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const isInBrowser = useIsInBrowser();
  useEffect(() => whenIdle(fetchSearchSheet), []);
  const titleId = useId();
  const mode = recipientModeOf({ hasRecipient: recipient !== null, hasHistory: history.length > 0 });
  const { onFound, announcement, focusRef } = useFoundRecipient();
  const openSearch = (): void => setIsSearchOpen(true);
  const recent = (
    <RecentRecipients history={history} selected={recipient} onChoose={chosen.choose} onOther={openSearch} />
  );
  return (
    <section aria-labelledby={titleId} data-mode={mode} data-testid="recipient-section">
      <SectionHead
        id={titleId}
        step={1}
        isDone={recipient !== null && refused === null}
        title={word('recipient.title')}
      />
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {!isInBrowser && <RecipientSkeleton />}
      {isInBrowser && recipient !== null && (
        <RecipientCard recipient={recipient} refused={refused} onChange={openSearch} changeRef={focusRef}>
          {recent}
        </RecipientCard>
      )}
      {recipient === null && (
        <Card className={isInBrowser ? '' : 'only-new'}>
          <RecipientIdForm onFound={onFound} />
          {mode === 'list' && recent}
        </Card>
      )}
      {recipient !== null && chosen.isNewFace && (
        <Suspense fallback={null}>
          <NewFace
            recipient={recipient}
            history={history}
            waiting={chosen.waiting}
            stopWaiting={chosen.stopWaiting}
            onChange={openSearch}
          />
        </Suspense>
      )}
      {isSearchOpen && (
        <Suspense fallback={null}>
          <SearchSheet
            isOpen
            history={history}
            onClose={() => setIsSearchOpen(false)}
            onFound={(found) => {
              setIsSearchOpen(false);
              onFound(found);
            }}
            onChoose={(known) => {
              setIsSearchOpen(false);
              chosen.choose(known);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
