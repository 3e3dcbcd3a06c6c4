import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { OrderSummary } from './order-strip.tsx';

/** What is paid for and for whom, beside the button. Two runs of text: a nickname must not take the gems with it. */
export function OrderLine({ order }: { order: OrderSummary }) {
  const name = isolatedName(order.recipient.nickname);
  return (
    <div className="small">
      {order.purpose === 'fine' ? (
        word('fine.summary', { name })
      ) : (
        <>
          <span className="inline-block">{word('count.gemsOf', { n: order.gems })}</span>{' '}
          <span className="inline-block">{word('pay.to', { name })}</span>
        </>
      )}
    </div>
  );
}
