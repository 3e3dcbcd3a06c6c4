import type { CardPaidWith, OrderInfo } from '@jawhara/contract';
import { useOperatorFacts } from '../../api/use-operator-facts.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { Ltr } from '../../ui/values.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { methodName, paidWithName } from '../parts/card-name.ts';
import { OrderHead, OrderNumberPair } from '../parts/order-head.tsx';
import { ShareReceipt } from './share-receipt.tsx';

/** The seller and its tax number. Not shown until they have been read. */
function SellerPair() {
  const { value: facts } = useOperatorFacts();
  if (facts === null) return null;
  return (
    <div>
      <dt>{word('receipt.seller')}</dt>
      <dd data-testid="seller">
        <bdi>{facts.operator_name}</bdi>
        <div className="micro hint">{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</div>
      </dd>
    </div>
  );
}

interface ReceiptProps {
  order: OrderInfo;
  /** Null until the card is known, or for good where the provider does not report it. */
  paidWith: CardPaidWith | null;
  hasArrived: boolean;
}

/** The receipt: goods, recipient, order number, payment method and time. */
export function Receipt({ order, paidWith, hasArrived }: ReceiptProps) {
  return (
    <div className="card ticket" data-testid="receipt">
      <div className="ticket-head">
        <OrderHead order={order} isPaid />
      </div>
      <dl className="pairs">
        <OrderNumberPair orderId={order.orderId} />
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
