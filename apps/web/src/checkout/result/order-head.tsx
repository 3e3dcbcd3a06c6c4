import type { OrderInfo } from '@jawhara/contract';
import { Avatar } from '../../ui/avatar.tsx';
import { DisplayIdText, Money } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import { withName } from './result-layout.tsx';

/** The goods, the recipient and the amount of an order. */
export function OrderHead({ order, isPaid = false }: { order: OrderInfo; isPaid?: boolean }) {
  const { nickname, iconUrl, displayId } = order.recipient;
  const isFine = order.purpose === 'fine';
  return (
    <>
      <Avatar nickname={nickname} iconUrl={iconUrl} {...(isPaid && { mark: 'ok' as const })} />
      <div className="fill">
        <div className="h2">
          {isFine
            ? withName(nickname, (name) => word('fine.summary', { name }))
            : word('count.gems', { n: order.gems })}
        </div>
        <div className="small muted">
          {!isFine && <>{withName(nickname, (name) => word('pay.to', { name }))} · </>}
          <DisplayIdText id={displayId} />
        </div>
      </div>
      <div className="h1">
        <Money cents={order.priceUsdCents} />
      </div>
    </>
  );
}
