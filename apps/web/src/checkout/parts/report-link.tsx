import type { OrderId } from '@jawhara/domain';
import { reportAddress } from '../../ui/help/report-address.ts';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';

/** A link to a new report with the order's number filled in. */
export function ReportLink({ orderId }: { orderId: OrderId }) {
  return (
    <a className="button soft" href={reportAddress(orderId)} target="_blank" rel="noreferrer">
      <Icon name="message-circle" size="s" />
      <span>{word('result.report')}</span>
    </a>
  );
}
