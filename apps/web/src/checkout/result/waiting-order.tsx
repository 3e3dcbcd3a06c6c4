import type { OrderInfo } from '@jawhara/contract';
import { Ltr } from '../../ui/ltr.tsx';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';
import { OrderHead } from './order-head.tsx';
import { OrderNumberPair } from './order-number-pair.tsx';
import { useSavedCardOf } from './use-saved-card-of.ts';

/** What is waited for: how many gems, for whom, how much, with which card, under which number. */
export function WaitingOrder({ order }: { order: OrderInfo }) {
  const card = useSavedCardOf(order.orderId);
  return (
    <div className="card" data-testid="waiting-order">
      <div className="row">
        <OrderHead order={order} />
      </div>
      <dl className="pairs">
        <div>
          <dt>{word('receipt.method')}</dt>
          <dd>{card === null ? word('method.card') : <Ltr>{cardName(card)}</Ltr>}</dd>
        </div>
        <OrderNumberPair order={order} />
      </dl>
    </div>
  );
}
