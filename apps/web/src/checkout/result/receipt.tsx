import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import { Ltr } from '../../ui/ltr.tsx';
import { formatDateTime } from '../../words/format-time.ts';
import { word } from '../../words/word.ts';
import { methodName, paidWithName } from './method-name.ts';
import { OrderHead } from './order-head.tsx';
import { OrderNumberPair } from './order-number-pair.tsx';
import { SellerPair } from './seller-pair.tsx';
import { ShareReceipt } from './share-receipt.tsx';

export interface ReceiptProps {
  order: OrderInfo;
  /** Null until it is known, or for good where nobody tells it. */
  paidWith: CardPaidWith | null;
  hasArrived: boolean;
}

/** The ticket: what was bought, for whom, under which number, with what and when. */
export function Receipt({ order, paidWith, hasArrived }: ReceiptProps) {
  return (
    <div className="card ticket" data-testid="receipt">
      <div className="ticket-head">
        <OrderHead order={order} isPaid />
      </div>
      <dl className="pairs">
        <OrderNumberPair order={order} />
        <div>
          <dt>{word('receipt.method')}</dt>
          <dd data-testid="paid-with">
            {paidWith === null ? (
              methodName(order.payType)
            ) : (
              <Ltr>{paidWithName(order.payType, paidWith)}</Ltr>
            )}
          </dd>
        </div>
        <div>
          <dt>{word('receipt.time')}</dt>
          <dd>
            <Ltr>{formatDateTime(order.createdAt)}</Ltr>
          </dd>
        </div>
        <SellerPair />
      </dl>
      {order.purpose === 'gems' && <ShareReceipt order={order} hasArrived={hasArrived} />}
    </div>
  );
}
