import type { OrderInfo } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { word } from '../../words/word.ts';

/** The number that support asks for, one press away from being pasted. */
export function OrderNumberPair({ order }: { order: OrderInfo }) {
  const number = orderNumber(order.orderId);
  return (
    <div className="items-center">
      <dt>{word('receipt.order')}</dt>
      <dd className="row gap-8">
        <span data-testid="order-number">
          <Ltr>{number}</Ltr>
        </span>
        <CopyButton text={number} label={word('receipt.copyOrder')} />
      </dd>
    </div>
  );
}
