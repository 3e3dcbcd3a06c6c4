import { usdText, type OrderId } from '@jawhara/domain';
import { storedOrders } from '../../browser/storage/orders.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** Parts of the start screen that come after its first paint: one chunk, fetched when the page is idle. */
export { Downloads } from './downloads.tsx';
export { HomeMenu } from './home-menu.tsx';
export { LastTime } from './last-time.tsx';

/** The goods, the recipient and the amount of the open order, as far as they are stored on this device. */
export function OpenOrderLine({ orderId }: { orderId: OrderId }) {
  const storedOrder = useStored(storedOrders)?.find((one) => one.orderId === orderId);
  const order = storedOrder?.seen?.order;
  if (order === undefined || order.purpose !== 'gems') return null;
  return (
    <span className="small muted block" data-testid="open-order-line">
      {word('home.openOrderLine', {
        gems: word('count.gems', { n: order.gems }),
        name: isolatedName(order.recipient.nickname),
        amount: isolatedLtr(usdText(order.priceUsdCents)),
      })}
    </span>
  );
}
