import { messages as account } from '../../words/ar/account.po';
import { lazy, Suspense } from 'react';
import { FeedbackStyle } from '../../feedback/feedback-style.tsx';
import type { FeedbackEvent, FeedbackState } from '../../feedback/flow/feedback-state.ts';
import { fetchLateParts, runFeedback } from '../../feedback/flow/run-feedback.ts';
import { ReportForm } from '../../feedback/form/report-form.tsx';
import { storedReports } from '../../browser/storage/reports.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { useMachine } from '../../machine.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { useOfflineSentence } from '../../ui/offline-banner.tsx';
import { addWords, word } from '../../words/word.ts';
import { feedbackEntry, browserFeedbackDeps } from './browser-feedback-deps.ts';

addWords(account);

/** The list of earlier reports. Few visitors have one, and it needs answers of the server, so it is not loaded with the form. */
const MyReports = lazy(async () => ({
  default: (await fetchLateParts()).MyReports,
}));

export function FeedbackScreen() {
  const navigate = useNavigate();
  const isVisitor = useStored(storedLogin) === null;
  const hasReported = (useStored(storedReports) ?? []).length > 0;
  // Null in the prerendered page, which has no access to the device.
  const { state, send } = useMachine<FeedbackState | null, FeedbackEvent>(null, () =>
    runFeedback(
      feedbackEntry(new URLSearchParams(location.search), Date.now()),
      browserFeedbackDeps(navigate),
    ),
  );
  useOfflineSentence(word('feedback.waitOnline'));
  return (
    <>
      <FeedbackStyle />
      <AppBar title={word('feedback.title')} />
      <main className="page">
        <div className="narrow col gap-28">
          <p className="only-pc display report-title" aria-hidden="true">
            {word('feedback.title')}
          </p>
          <p className="muted">{word('feedback.lead')}</p>
          {state === null ? (
            <div className="skeleton report-wait" />
          ) : (
            <ReportForm state={state} isVisitor={isVisitor} send={send} />
          )}
          {hasReported && (
            <Suspense fallback={null}>
              <MyReports />
            </Suspense>
          )}
        </div>
      </main>
    </>
  );
}
