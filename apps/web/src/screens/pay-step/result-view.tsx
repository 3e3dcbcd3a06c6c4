import type { OrderInfo } from '@jawhara/contract';
import { smallerPack, type GemPack, type UsdCents } from '@jawhara/domain';
import { lazy, Suspense } from 'react';
import type { PurchaseEvent } from '../../checkout/purchase/purchase-state.ts';
import type { ShownResult } from '../../checkout/result/result-panel.tsx';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { rememberRecipient } from '../../host/stored-recipients.ts';

const ResultPanel = lazy(async () => ({
  default: (await import('../../checkout/result/result-panel.tsx')).ResultPanel,
}));

export interface ResultViewProps {
  state: ShownResult;
  order: OrderInfo | null;
  offered: readonly GemPack[];
  send: (event: PurchaseEvent) => void;
  /** The card that was used is to be forgotten: the next one begins with empty fields. */
  onOtherCard: () => void;
}

export function ResultView({ state, order, offered, send, onOtherCard }: ResultViewProps) {
  /** For the person of this order, whoever has been chosen since. */
  const payAgain = (amount: UsdCents | null): void => {
    if (amount !== null) storedChosenAmount.write(amount);
    if (order !== null) rememberRecipient(order.recipient);
    send({ type: 'retry-pressed' });
  };
  return (
    <main className="page">
      <Suspense fallback={null}>
        <ResultPanel
          state={state}
          order={order}
          smaller={order === null ? null : smallerPack(offered, order.priceUsdCents)}
          send={send}
          actions={{
            onRetry: () => payAgain(order?.priceUsdCents ?? null),
            onRetryWith: payAgain,
            onOtherCard: () => {
              onOtherCard();
              payAgain(order?.priceUsdCents ?? null);
            },
            onRefresh: () => send({ type: 'refresh-pressed' }),
            onClose: () => send({ type: 'close-pressed' }),
          }}
        />
      </Suspense>
    </main>
  );
}
