import type { OrderInfo } from '@jawhara/contract';
import type { PayerOrderState, GemPack, PayType, OrderId } from '@jawhara/domain';
import { useEffect } from 'react';
import { keepSeenOrder } from '../../browser/storage/orders.ts';
import type { Ending, PurchaseState, PurchaseEvent } from '../machine/purchase/purchase-state.ts';
import type { ShownResult } from '../machine/purchase/purchase-view.ts';
import { FinePaidResult, PaidResult } from './paid-result.tsx';
import { NotPaidResult } from './not-paid-result.tsx';
import { MoneyLine, NOT_RETURNED, ResultLayout, type ResultActions } from './result-layout.tsx';
import type { OrderSummary } from '../parts/order-strip.tsx';
import { word } from '../../words/word.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { OrderHead } from '../parts/order-head.tsx';
import { ReportLink } from '../parts/report-link.tsx';

interface UnsureResultProps {
  /** Null where this page does not know what was ordered. */
  summary: OrderSummary | null;
  onCheck: () => void;
  onClose: () => void;
}

/** The request may have been sent, and no answer came. Says so, and offers only actions that do not pay again. */
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

/** Shown if the order of a link was not found among this payer's orders. */
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

const STATES = {
  refused: 'refused',
  cancelled: 'cancelled',
  expired: 'expired',
  returned: 'refunded',
} as const satisfies Record<Ending['kind'], PayerOrderState>;

/** The order as this panel shows it; null while nothing is decided. */
function decidedOrder(order: OrderInfo, state: PurchaseState): OrderInfo | null {
  if (state.at === 'paid') {
    const { creditedAt } = state;
    return { ...order, result: 0, creditedAt, state: creditedAt === null ? 'paid' : 'delivered' };
  }
  return state.at === 'not-paid' ? { ...order, result: 1, state: STATES[state.ending.kind] } : null;
}

/** Stores the result shown here, so that "my orders" shows the same later, also without a network. */
function useKeepSeen(order: OrderInfo | null, state: PurchaseState): void {
  useEffect(() => {
    const decided = order === null ? null : decidedOrder(order, state);
    if (decided !== null) keepSeenOrder(decided, new Date());
  }, [order, state]);
}

interface ResultPanelProps {
  state: ShownResult;
  order: OrderInfo | null;
  /** Set where the request to pay got no answer: what this page knows of the order. */
  summary: OrderSummary | null;
  payType: PayType;
  /** True: a fine is paid. Known before the order is read. */
  isFine: boolean;
  smaller: GemPack | null;
  /** A wallet could pay the same order. */
  hasWallet: boolean;
  actions: ResultActions;
  send: (event: PurchaseEvent) => void;
}

/** The result of a payment, or that it is still undecided. */
export function ResultPanel(props: ResultPanelProps) {
  const { state, order, summary, payType, isFine, smaller, hasWallet, actions, send } = props;
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
          payType={payType}
          ending={state.ending}
          smaller={smaller}
          hasWallet={hasWallet}
          actions={actions}
        />
      );
    case 'missing':
      return <MissingResult orderId={state.orderId} onClose={actions.onClose} />;
    default:
      return (
        <UnsureResult
          summary={summary}
          onCheck={() => send({ type: 'check-again' })}
          onClose={actions.onClose}
        />
      );
  }
}
