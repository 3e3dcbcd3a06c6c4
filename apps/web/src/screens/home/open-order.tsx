import type { OrderId } from '@jawhara/domain';
import { lazy, Suspense } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

/** It brings the shape of orders along, which nobody else here needs. */
const OpenOrderLine = lazy(async () => ({
  default: (await import('./open-order-line.tsx')).OpenOrderLine,
}));

/** The last order is not decided yet: one press to its result. */
export function OpenOrder({ orderId }: { orderId: OrderId }) {
  return (
    <Link className="strip" href={`/pay-step?order_id=${orderId}`}>
      <Icon name="hourglass" />
      <span className="fill">
        <span className="strong">{word('home.openOrder')}</span>
        <Suspense>
          <OpenOrderLine orderId={orderId} />
        </Suspense>
      </span>
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}
