import type { OrderInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { lazy, Suspense, useCallback } from 'react';
import { OrderStrip } from '../../checkout/order-strip.tsx';
import type { PurchaseEvent, PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { word } from '../../words/word.ts';
import { StepTitle } from './step-title.tsx';

const BankCheck = lazy(async () => ({
  default: (await import('../../checkout/bank/bank-check.tsx')).BankCheck,
}));

export interface BankViewProps {
  state: Extract<PurchaseState, { at: 'bank-check' }>;
  order: OrderInfo | null;
  send: (event: PurchaseEvent) => void;
}

export function BankView({ state, order, send }: BankViewProps) {
  const onBack = (): void => send({ type: 'back-pressed' });
  const onReturned = useCallback((orderId: OrderId) => send({ type: 'bank-returned', orderId }), [send]);
  return (
    <>
      <AppBar title={word('bank.title')} onBack={onBack} />
      <main className="page">
        <div className="narrow col gap-28">
          <StepTitle title={word('bank.title')} onBack={onBack} />
          {order !== null && <OrderStrip order={order} />}
          <Suspense fallback={null}>
            <BankCheck orderId={state.orderId} url={state.url} onReturned={onReturned} />
          </Suspense>
        </div>
      </main>
    </>
  );
}
