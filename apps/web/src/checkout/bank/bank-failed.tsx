import { BANK_STEP_OPENS_WITHIN_MS, orderNumber, type OrderId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import { withPart } from '../parts/order-head.tsx';

/** True when the bank's page or script has not opened in time. The time starts anew with each try. */
export function useIsOverdue(isOpen: boolean, tries: number): boolean {
  const [overdueTry, setOverdueTry] = useState<number | null>(null);
  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setTimeout(() => setOverdueTry(tries), BANK_STEP_OPENS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, tries]);
  return !isOpen && overdueTry === tries;
}

interface BankFailedProps {
  orderId: OrderId;
  onRetry: () => void;
  /** Asks whether to give up. */
  onCancel: () => void;
}

/**
 * Shown if the bank's page or script did not open. The cause is unknown, so the sentence blames neither the bank nor the payer,
 * and names the order.
 */
export function BankFailed({ orderId, onRetry, onCancel }: BankFailedProps) {
  return (
    <div className="card state-block" role="alert" data-testid="bank-failed">
      <BadgeIcon icon="landmark" tone="warn" />
      <p className="h2">{word('bank.loadFailed')}</p>
      <p className="small muted text-balance">
        {withPart(<Ltr>{orderNumber(orderId)}</Ltr>, (order) => word('bank.loadFailedOrder', { order }))}
      </p>
      <Button icon="refresh-cw" onPress={onRetry} testId="bank-retry">
        {word('common.retry')}
      </Button>
      <Button variant="ghost" onPress={onCancel}>
        {word('dlg.leaveBank.leave')}
      </Button>
    </div>
  );
}
