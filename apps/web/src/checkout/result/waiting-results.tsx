import type { OrderId } from '@jawhara/domain';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { ResultLayout } from './result-layout.tsx';

export interface PendingResultProps {
  orderId: OrderId;
  /** Null while nobody else may be asked for the same order. */
  onPayElsewhere: (() => void) | null;
  onClose: () => void;
}

/** Nobody has decided. The page keeps looking, and says so. Where another provider may be asked, the payer need not wait. */
export function PendingResult({ orderId, onPayElsewhere, onClose }: PendingResultProps) {
  const tip = onPayElsewhere === null ? word('result.pending.tip') : word('result.pending.tipElsewhere');
  return (
    <ResultLayout
      words={{ title: word('result.pending.title'), tip, medal: 'waiting' }}
      tone="status"
      name="pending"
      orderId={orderId}
      onClose={onClose}
    >
      <Note kind="quiet">
        {onPayElsewhere === null ? word('progress.stillChecking') : word('result.elsewhere.safe')}
      </Note>
      <div className="col gap-14">
        {onPayElsewhere !== null && (
          <Button icon="credit-card" onPress={onPayElsewhere} testId="pay-elsewhere">
            {word('result.elsewhere.pay')}
          </Button>
        )}
        <Button variant="outline" onPress={onClose} testId="result-close">
          {word('common.close')}
        </Button>
      </div>
    </ResultLayout>
  );
}

export interface UnsureResultProps {
  onCheck: () => void;
  onClose: () => void;
}

/** Perhaps sent, and no answer. The truth, and what can safely be done. */
export function UnsureResult({ onCheck, onClose }: UnsureResultProps) {
  return (
    <ResultLayout
      words={{ title: word('result.unsure.title'), tip: word('result.unsure.tip'), medal: 'waiting' }}
      tone="alert"
      name="unsure"
      orderId={null}
      onClose={onClose}
    >
      <div className="col gap-14">
        <Button onPress={onCheck} testId="result-check">
          {word('result.unsure.check')}
        </Button>
        <Button variant="outline" onPress={onClose} testId="result-close">
          {word('common.close')}
        </Button>
      </div>
    </ResultLayout>
  );
}

/** A link to an order this device has never placed. */
export function MissingResult({ orderId, onClose }: { orderId: OrderId; onClose: () => void }) {
  return (
    <ResultLayout
      words={{ title: word('result.missing.title'), tip: word('err.orderMissing'), medal: 'failed' }}
      tone="alert"
      name="missing"
      orderId={orderId}
      onClose={onClose}
    >
      <Button variant="outline" onPress={onClose} testId="result-understood">
        {word('common.understood')}
      </Button>
    </ResultLayout>
  );
}
