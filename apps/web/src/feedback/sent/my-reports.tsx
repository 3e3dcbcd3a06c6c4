import { messages as info } from '../../words/ar/info.po';
import type { ReportState } from '@jawhara/domain';
import { useId } from 'react';
import { useReport } from '../../api/use-report.ts';
import { storedReports, type StoredReport } from '../../browser/storage/reports.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ltr } from '../../ui/values.tsx';
import { Link } from '../../ui/navigation.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { addWords, word } from '../../words/word.ts';

addWords(info);

const STATE_WORDS = {
  open: () => word('feedback.openChip'),
  answered: () => word('feedback.answeredChip'),
  closed: () => word('feedback.closedChip'),
} as const satisfies Record<ReportState, () => string>;

function ReportRow({ report }: { report: StoredReport }) {
  const { value } = useReport(report.reportNumber);
  return (
    <Link className="option" href={`/feedback-success?report=${report.reportNumber}`}>
      <span className="fill">
        <span className="strong">
          <Ltr>{report.reportNumber}</Ltr>
        </span>
        <br />
        <span className="micro muted">
          <Ltr>{formatDateTime(report.sentAt)}</Ltr>
        </span>
      </span>
      {value !== null && <span className="small strong">{STATE_WORDS[value.state]()}</span>}
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}

/** The reports of this device, each with a link to its answer. */
export function MyReports() {
  const titleId = useId();
  const reports = useStored(storedReports) ?? [];
  return (
    <section aria-labelledby={titleId} className="col gap-12">
      <h2 id={titleId} className="small strong">
        {word('feedback.mine')}
      </h2>
      <div className="list">
        {reports.map((report) => (
          <ReportRow key={report.reportNumber} report={report} />
        ))}
      </div>
    </section>
  );
}
