import '../../words/load-card.ts';
import '../../words/load-help.ts';
import '../../words/load-result.ts';
import type { OrderInfo } from '@jawhara/contract';
import type { GemPack } from '@jawhara/domain';
import { mayTryOtherProvider } from '../machine/purchase/other-provider.ts';
import type { PurchaseEvent } from '../machine/purchase/purchase-state.ts';
import type { ShownResult } from '../machine/purchase/purchase-view.ts';
import { FinePaidResult } from './fine-paid-result.tsx';
import { NotPaidResult } from './not-paid-result.tsx';
import { PaidResult } from './paid-result.tsx';
import type { ResultActions } from './result-actions.ts';
import { useKeepSeen } from './use-keep-seen.ts';
import { MissingResult, PendingResult, UnsureResult } from './waiting-results.tsx';

export interface ResultPanelProps {
  state: ShownResult;
  order: OrderInfo | null;
  /** Known before the order is: what its result is about. */
  isFine: boolean;
  smaller: GemPack | null;
  /** A wallet could pay the same order. */
  hasWallet: boolean;
  actions: ResultActions;
  /** Somebody is left who could be asked for the same order. */
  hasOtherProvider: boolean;
  send: (event: PurchaseEvent) => void;
}

/** How it ended, or that it has not ended yet. */
export function ResultPanel(props: ResultPanelProps) {
  const { state, order, isFine, smaller, hasWallet, actions, hasOtherProvider, send } = props;
  useKeepSeen(order, state);
  switch (state.at) {
    case 'paid': {
      const Paid = isFine ? FinePaidResult : PaidResult;
      return <Paid orderId={state.orderId} order={order} creditedAt={state.creditedAt} actions={actions} />;
    }
    case 'not-paid':
      return (
        <NotPaidResult
          orderId={state.orderId}
          order={order}
          ending={state.ending}
          smaller={smaller}
          hasWallet={hasWallet}
          actions={actions}
        />
      );
    case 'watching':
      return (
        <PendingResult
          orderId={state.orderId}
          order={order}
          polls={state.polls}
          onCheck={() => send({ type: 'check-again' })}
          onOtherProvider={
            hasOtherProvider && mayTryOtherProvider(state)
              ? () => send({ type: 'other-provider-pressed' })
              : null
          }
          onClose={actions.onClose}
        />
      );
    case 'missing':
      return <MissingResult orderId={state.orderId} onClose={actions.onClose} />;
    default:
      return <UnsureResult onCheck={() => send({ type: 'check-again' })} onClose={actions.onClose} />;
  }
}
