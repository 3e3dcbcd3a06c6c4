import type { ReportState } from '@jawhara/domain';
import { useId } from 'react';
import { useReport } from '../../api/use-report.ts';
import { storedReports, type KeptReport } from '../../browser/storage/stored-reports.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Link } from '../../ui/navigation.tsx';
import { formatDateTime } from '../../words/format-time.ts';
import { word } from '../../words/word.ts';

const STATE_WORDS = {
  open: () => word('feedback.openChip'),
  answered: () => word('feedback.answeredChip'),
  closed: () => word('feedback.closedChip'),
} as const satisfies Record<ReportState, () => string>;

function ReportRow({ kept }: { kept: KeptReport }) {
  const { value } = useReport(kept.reportNumber);
  return (
    <Link className="option" href={`/feedback-success?report=${kept.reportNumber}`}>
      <span className="fill">
        <span className="strong">
          <Ltr>{kept.reportNumber}</Ltr>
        </span>
        <br />
        <span className="micro muted">
          <Ltr>{formatDateTime(kept.sentAt)}</Ltr>
        </span>
      </span>
      {value !== null && <span className="small strong">{STATE_WORDS[value.state]()}</span>}
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}

/** What this device has reported, each with the way to its answer. */
export function MyReports() {
  const titleId = useId();
  const reports = useStored(storedReports) ?? [];
  return (
    <section aria-labelledby={titleId} className="col gap-12">
      <h2 id={titleId} className="small strong">
        {word('feedback.mine')}
      </h2>
      <div className="list">
        {reports.map((kept) => (
          <ReportRow key={kept.reportNumber} kept={kept} />
        ))}
      </div>
    </section>
  );
}
