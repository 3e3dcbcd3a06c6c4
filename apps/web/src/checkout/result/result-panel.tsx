import '../../words/load-card.ts';
import '../../words/load-result.ts';
import type { OrderInfo } from '@jawhara/contract';
import type { GemPack } from '@jawhara/domain';
import type { PurchaseEvent, PurchaseState } from '../purchase/purchase-state.ts';
import { NotPaidResult } from './not-paid-result.tsx';
import { PaidResult } from './paid-result.tsx';
import type { ResultActions } from './result-button.tsx';
import { MissingResult, PendingResult, UnsureResult } from './waiting-results.tsx';

export type ShownResult = Extract<
  PurchaseState,
  { at: 'paid' | 'not-paid' | 'watching' | 'unsure' | 'missing' }
>;

export interface ResultPanelProps {
  state: ShownResult;
  order: OrderInfo | null;
  smaller: GemPack | null;
  actions: ResultActions;
  send: (event: PurchaseEvent) => void;
}

/** How it ended, or that it has not ended yet. */
export function ResultPanel({ state, order, smaller, actions, send }: ResultPanelProps) {
  switch (state.at) {
    case 'paid':
      return (
        <PaidResult orderId={state.orderId} order={order} creditedAt={state.creditedAt} actions={actions} />
      );
    case 'not-paid':
      return (
        <NotPaidResult
          orderId={state.orderId}
          order={order}
          ending={state.ending}
          smaller={smaller}
          actions={actions}
        />
      );
    case 'watching':
      return <PendingResult orderId={state.orderId} onClose={actions.onClose} />;
    case 'missing':
      return <MissingResult orderId={state.orderId} onClose={actions.onClose} />;
    default:
      return <UnsureResult onCheck={() => send({ type: 'check-again' })} onClose={actions.onClose} />;
  }
}
