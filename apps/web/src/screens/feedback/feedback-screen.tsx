import '../../words/load-feedback.ts';
import { lazy, Suspense } from 'react';
import { FeedbackStyle } from '../../feedback/feedback-style.tsx';
import { useFeedback } from '../../feedback/flow/use-feedback.ts';
import { ReportForm } from '../../feedback/form/report-form.tsx';
import { storedReports } from '../../browser/storage/reports.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { useOfflineSentence } from '../../ui/offline-sentence.ts';
import { word } from '../../words/word.ts';
import { feedbackEntry, browserFeedbackDeps } from './browser-feedback-deps.ts';

/** Needed only by a visitor who has reported before, and waits for the server: not loaded with the form. */
const MyReports = lazy(async () => ({
  default: (await import('../../feedback/sent/my-reports.tsx')).MyReports,
}));

export function FeedbackScreen() {
  const navigate = useNavigate();
  const isVisitor = useStored(storedLogin) === null;
  const hasReported = (useStored(storedReports) ?? []).length > 0;
  const { state, send } = useFeedback(() => ({
    entry: feedbackEntry(new URLSearchParams(location.search), Date.now()),
    deps: browserFeedbackDeps(navigate),
  }));
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
