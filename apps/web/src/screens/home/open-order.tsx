import type { OrderId } from '@jawhara/domain';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

/** The last order is not decided yet: one press to its result. */
export function OpenOrder({ orderId }: { orderId: OrderId }) {
  return (
    <Link className="strip" href={`/pay-step?order_id=${orderId}`}>
      <Icon name="hourglass" />
      <span className="fill strong">{word('home.openOrder')}</span>
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}
