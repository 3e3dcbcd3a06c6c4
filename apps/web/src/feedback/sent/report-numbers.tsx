import { IconButton } from '../../ui/icon-button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { word } from '../../words/word.ts';
import { copyNumber } from './copy-number.ts';

/** The report's number, to be copied, and that of its order. */
export function ReportNumbers({ reportNumber, orderNumber }: { reportNumber: string; orderNumber: string }) {
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
