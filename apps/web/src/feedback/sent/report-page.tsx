import type { ReportInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { useEffect, useEffectEvent } from 'react';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';
import { Card } from '../../ui/card.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { IconButton, ButtonLink } from '../../ui/button.tsx';
import { Ltr } from '../../ui/values.tsx';
import type { QueryState } from '../../api/query-cache.ts';
import { type StoredReport, storedReports } from '../../browser/storage/reports.ts';
import { useReport } from '../../api/use-report.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';

async function copyNumber(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number);
    showToast(word('feedbackOk.copied'));
  } catch {
    showToast(number, 'copy'); // without a clipboard the number is at least shown
  }
}

/** The answer's text with its line breaks. */
function ReportAnswer({ answer }: { answer: NonNullable<ReportInfo['answer']> }) {
  return (
    <Card className="col gap-12">
      <p className="report-answer" dir="auto" data-testid="report-answer">
        {answer.text}
      </p>
      <p className="micro hint">
        {word('feedbackOk.answerAt', { date: isolatedLtr(formatDateTime(answer.at)) })}
      </p>
    </Card>
  );
}

/** The report's number with a copy button, and that of its order. */
function ReportNumbers({ reportNumber, orderNumber }: { reportNumber: string; orderNumber: string }) {
  return (
    <div className="card">
      <dl className="pairs">
        <div className="items-center">
          <dt>{word('feedbackOk.refLabel')}</dt>
          <dd className="row gap-8">
            <span data-testid="report-number">
              <Ltr>{reportNumber}</Ltr>
            </span>
            <IconButton
              icon="copy"
              size="s"
              className="-my-14 text-primary-ink"
              label={word('feedbackOk.copyRef')}
              onPress={() => void copyNumber(reportNumber)}
            />
          </dd>
        </div>
        {orderNumber !== '' && (
          <div>
            <dt>{word('feedback.orderNumber')}</dt>
            <dd>
              <Ltr>{orderNumber}</Ltr>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

interface ReportWords {
  readonly title: string;
  readonly body: string | null;
  readonly isGood: boolean;
}

/** How support will answer: in the app if signed in, otherwise at the contact given. Without either, the visitor follows up with the report number. */
function nextOf(storedReport: StoredReport | null): string {
  if (storedReport?.isSignedIn === true) return word('feedbackOk.body');
  if (storedReport !== null && storedReport.contact !== null) {
    return word('feedbackOk.bodyContact', { contact: isolatedLtr(storedReport.contact) });
  }
  return word('feedbackOk.bodyKeep');
}

/** The sentences about a report, from what this device has stored and what the server knows of it now. */
function reportWords(
  storedReport: StoredReport | null,
  { value, problem }: QueryState<ReportInfo>,
): ReportWords {
  if (problem?.kind === 'refused' && problem.refusal === 'report-not-found') {
    return { title: word('feedbackOk.notHereTitle'), body: word('feedbackOk.notHere'), isGood: false };
  }
  if (value?.state === 'answered') {
    return { title: word('feedbackOk.answerTitle'), body: null, isGood: true };
  }
  if (value?.state === 'closed') return { title: word('feedbackOk.closedTitle'), body: null, isGood: true };
  return { title: word('feedbackOk.title'), body: nextOf(storedReport), isGood: true };
}

const LOOK_AGAIN_EVERY_MS = 30_000;

/** Polls, because support may answer while the page is open. */
function useLookAgain(isNeeded: boolean, look: () => void): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

interface ReportPageProps {
  reportNumber: string;
  /** The order of this device with this number, if there is one. */
  orderOf: (orderNumber: string) => OrderId | null;
}

/** Shown if the page was opened by hand, without a report. */
export function NothingSent() {
  return (
    <>
      <EmptyState icon="message-circle" title={word('feedbackOk.notSent')} />
      <ButtonLink href="/feedback" variant="soft">
        {word('feedbackOk.notSentDo')}
      </ButtonLink>
      <ButtonLink href="/" variant="ghost">
        {word('feedbackOk.home')}
      </ButtonLink>
    </>
  );
}

/** A report after it was sent: its number, what happens next, and the answer when there is one. */
export function ReportPage({ reportNumber, orderOf }: ReportPageProps) {
  const isOnline = useOnline();
  const storedReport = useStored(storedReports)?.find((one) => one.reportNumber === reportNumber) ?? null;
  const report = useReport(reportNumber);
  const { value, problem } = report;
  const words = reportWords(storedReport, report);
  useLookAgain(isOnline && words.isGood && value?.state !== 'answered', report.retry);
  const orderNumber = value?.orderNumber ?? storedReport?.orderNumber ?? '';
  const orderId = orderNumber === '' ? null : orderOf(orderNumber);
  return (
    <>
      <ResultStyle />
      <div className="result-head" role="status">
        {words.isGood && (
          <span className="report-tick">
            <Icon name={value?.state === 'answered' ? 'message-circle' : 'circle-check'} />
          </span>
        )}
        <h1 className="display">{words.title}</h1>
        {words.body !== null && <p className="muted">{words.body}</p>}
        {words.isGood && value?.state === 'open' && (
          <p className="small muted">{word('feedbackOk.answerHere')}</p>
        )}
      </div>
      {value !== null && value.answer !== null && <ReportAnswer answer={value.answer} />}
      {words.isGood && <ReportNumbers reportNumber={reportNumber} orderNumber={orderNumber} />}
      {words.isGood && problem !== null && <Note kind="quiet">{word('feedbackOk.loadFailed')}</Note>}
      <div className="col gap-12">
        {orderId !== null && (
          <ButtonLink href={`/pay-step?order_id=${orderId}`}>{word('feedbackOk.backToOrder')}</ButtonLink>
        )}
        <ButtonLink href="/" variant={orderId === null ? 'primary' : 'ghost'}>
          {word('feedbackOk.home')}
        </ButtonLink>
        {value?.state === 'answered' && (
          <ButtonLink href="/feedback" variant="ghost">
            {word('feedbackOk.again')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
