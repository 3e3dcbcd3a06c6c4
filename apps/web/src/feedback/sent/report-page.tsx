import type { OrderId } from '@jawhara/domain';
import { useEffect, useEffectEvent } from 'react';
import { useReport } from '../../api/use-report.ts';
import { storedReports } from '../../browser/storage/stored-reports.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { ReportAnswer } from './report-answer.tsx';
import { ReportNumbers } from './report-numbers.tsx';
import { reportWords } from './report-standing.ts';

const LOOK_AGAIN_EVERY_MS = 30_000;

/** Somebody may be answering while the page stands open. */
function useLookAgain(isNeeded: boolean, look: () => void): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

export interface ReportPageProps {
  /** Null where the page was opened without one: then there is nothing to show but the way home. */
  reportNumber: string | null;
  /** The order of this device that has this number, if there is one. */
  orderOf: (orderNumber: string) => OrderId | null;
}

/** A report after it was sent: its number, what happens next, and the answer when there is one. */
export function ReportPage({ reportNumber, orderOf }: ReportPageProps) {
  const isOnline = useOnline();
  const storedReport = useStored(storedReports)?.find((one) => one.reportNumber === reportNumber) ?? null;
  const report = useReport(reportNumber);
  const { value, problem } = report;
  const words = reportWords(reportNumber, storedReport, report);
  useLookAgain(
    reportNumber !== null && isOnline && words.isGood && value?.state !== 'answered',
    report.retry,
  );
  const orderNumber = value?.orderNumber ?? storedReport?.orderNumber ?? '';
  const orderId = orderNumber === '' ? null : orderOf(orderNumber);
  const isKnown = reportNumber !== null && words.isGood;
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
        {isKnown && value?.state === 'open' && <p className="small muted">{word('feedbackOk.answerHere')}</p>}
      </div>
      {value !== null && value.answer !== null && <ReportAnswer answer={value.answer} />}
      {isKnown && <ReportNumbers reportNumber={reportNumber} orderNumber={orderNumber} />}
      {isKnown && problem !== null && <Note kind="quiet">{word('feedbackOk.loadFailed')}</Note>}
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
