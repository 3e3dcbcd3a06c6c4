import {
  countText,
  type Estimate,
  type OrderPurpose,
  type Recipient,
  type UsdCents,
  type GemPack,
} from '@jawhara/domain';
import { Approx, DisplayIdText, Money } from '../../ui/values.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { PackArt, packTier } from '../../ui/pack-art.tsx';
import { isolatedName, isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { Card } from '../../ui/card.tsx';

export interface OrderSummary {
  readonly purpose: OrderPurpose;
  readonly gems: number;
  readonly bonusGems: number;
  readonly priceUsdCents: UsdCents;
  readonly estimate?: Estimate | undefined;
  readonly recipient: Recipient;
}

/** The pack and the recipient, at the top of every pay step. */
export function OrderStrip({ order }: { order: OrderSummary }) {
  const isFine = order.purpose === 'fine';
  const name = isolatedName(order.recipient.nickname);
  return (
    <div className="strip" data-testid="order-strip">
      {isFine ? (
        <Avatar small nickname={order.recipient.nickname} iconUrl={order.recipient.iconUrl} mark="bad" />
      ) : (
        <PackArt tier={packTier(order.gems)} />
      )}
      <div className="fill">
        <div className="h2">
          {isFine ? word('fine.summary', { name }) : word('count.gems', { n: order.gems })}
        </div>
        <div className="micro muted">
          {!isFine && <>{word('pay.to', { name })} · </>}
          <DisplayIdText id={order.recipient.displayId} />
        </div>
      </div>
      <div className="text-end">
        <div className="h1">
          <Money cents={order.priceUsdCents} />
        </div>
        <Approx of={order.estimate} />
      </div>
    </div>
  );
}

/**
 * The pack and the recipient, beside the button. Two text runs, so that an unusual nickname cannot change how the gems are
 * shown.
 */
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

/** PC only: the order in the side column, where a phone has its pay bar. */
export function OrderCard({ pack, recipient }: { pack: GemPack; recipient: Recipient | null }) {
  const base = isolatedLtr(countText(pack.gems - pack.bonusGems));
  return (
    <div className="only-pc">
      <Card>
        <div className="row">
          <PackArt tier={packTier(pack.gems)} />
          <div className="fill">
            <div className="h2">{word('count.gems', { n: pack.gems })}</div>
            {recipient !== null && (
              <div className="small muted">
                {word('pay.to', { name: isolatedName(recipient.nickname) })} ·{' '}
                <DisplayIdText id={recipient.displayId} />
              </div>
            )}
          </div>
        </div>
        <dl className="pairs mt-18">
          {pack.bonusGems > 0 && (
            <div>
              <dt>{word('pay.pack')}</dt>
              <dd>{word('pay.packParts', { base, bonus: isolatedLtr(countText(pack.bonusGems)) })}</dd>
            </div>
          )}
          <div>
            <dt>{word('pay.total')}</dt>
            <dd className="h1">
              <Money cents={pack.priceUsdCents} /> <Approx of={pack.estimate} />
            </dd>
          </div>
        </dl>
      </Card>
    </div>
  );
}
