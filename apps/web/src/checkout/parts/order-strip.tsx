import type { Recipient, UsdCents } from '@jawhara/domain';
import { DisplayIdText } from '../../ui/display-id-text.tsx';
import { Money } from '../../ui/money.tsx';
import { PackArt } from '../../ui/pack-art.tsx';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { packTier } from './pack-tier.ts';

export interface OrderSummary {
  readonly gems: number;
  readonly bonusGems: number;
  readonly priceUsdCents: UsdCents;
  readonly recipient: Recipient;
}

/** What is being bought and for whom, on top of every pay step. */
export function OrderStrip({ order }: { order: OrderSummary }) {
  return (
    <div className="strip" data-testid="order-strip">
      <PackArt tier={packTier(order.gems)} />
      <div className="fill">
        <div className="h2">{word('count.gems', { n: order.gems })}</div>
        <div className="micro muted">
          {word('pay.to', { name: isolatedName(order.recipient.nickname) })} ·{' '}
          <DisplayIdText id={order.recipient.displayId} />
        </div>
      </div>
      <div className="h1">
        <Money cents={order.priceUsdCents} />
      </div>
    </div>
  );
}
