import type { OrderId } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { OrderHead } from '../parts/order-head.tsx';
import type { OrderSummary } from '../parts/order-strip.tsx';
import { ReportLink } from '../parts/report-link.tsx';
import { MoneyLine, NOT_RETURNED, ResultLayout } from './result-layout.tsx';

interface UnsureResultProps {
  /** Null where this page does not know what was ordered. */
  summary: OrderSummary | null;
  onCheck: () => void;
  onClose: () => void;
}

/** Perhaps sent, and no answer. The truth, and what can safely be done: nothing here pays again. */
export function UnsureResult({ summary, onCheck, onClose }: UnsureResultProps) {
  return (
    <ResultLayout
      words={{ title: word('result.unsure.title'), tip: word('result.unsure.tip'), medal: 'late' }}
      tone="alert"
      name="unsure"
      orderId={null}
      onClose={onClose}
      assurance={<MoneyLine money="unknown" returned={NOT_RETURNED} />}
    >
      {summary !== null && (
        <div className="card row" data-testid="waiting-order">
          <OrderHead order={summary} />
        </div>
      )}
      <Button icon="refresh-cw" onPress={onCheck} testId="result-check">
        {word('result.unsure.check')}
      </Button>
    </ResultLayout>
  );
}

/** A link to an order this device has never placed. */
export function MissingResult({ orderId, onClose }: { orderId: OrderId; onClose: () => void }) {
  return (
    <ResultLayout
      words={{ title: word('result.missing.title'), tip: word('err.orderMissing'), medal: 'missing' }}
      tone="alert"
      name="missing"
      orderId={orderId}
      onClose={onClose}
      closes="understood"
    >
      <ButtonLink href="/?page=orders" icon="history">
        {word('orders.title')}
      </ButtonLink>
      <ReportLink orderId={orderId} />
    </ResultLayout>
  );
}
