import type { OrderInfo } from '@jawhara/contract';
import { expiryStanding, isWallet, type SavedCard } from '@jawhara/domain';
import { Icon } from '../../ui/icon.tsx';
import { Ltr, Money } from '../../ui/values.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { cardName, methodName } from '../parts/card-name.ts';
import { withName } from './result-layout.tsx';

interface RefusedOrderProps {
  order: OrderInfo;
  /** Null: the card was typed, and a typed card that was refused is not saved. */
  card: SavedCard | null;
  /** The bank calls the card expired: its date is what matters. */
  isDateShown: boolean;
  now: Date;
}

function DateLine({ card, now }: { card: SavedCard; now: Date }) {
  const date = isolatedLtr(card.expiry);
  const isPast = expiryStanding(card.expiry, now).kind === 'expired';
  return (
    <span className="micro text-warning-ink" data-testid="expired-card">
      {isPast ? word('result.expire.past', { date }) : word('result.expire.kept', { date })}
    </span>
  );
}

/** Which card was refused, and for what. */
export function RefusedOrder({ order, card, isDateShown, now }: RefusedOrderProps) {
  const { nickname } = order.recipient;
  return (
    <div className="list" data-testid="refused-order">
      <div className="option">
        {card === null ? (
          <span className="scheme grid place-items-center text-primary-ink">
            <Icon name={isWallet(order.payType) ? 'smartphone' : 'credit-card'} />
          </span>
        ) : (
          <SchemeMark scheme={card.scheme} />
        )}
        <span className="fill">
          <span className="strong">
            {card === null ? methodName(order.payType) : <Ltr>{cardName(card)}</Ltr>}
          </span>
          <br />
          {isDateShown && card !== null ? (
            <DateLine card={card} now={now} />
          ) : (
            <span className="micro muted">
              {order.purpose === 'fine' ? (
                withName(nickname, (name) => word('fine.summary', { name }))
              ) : (
                <>
                  <span className="whitespace-nowrap">{word('count.gems', { n: order.gems })}</span>{' '}
                  {withName(nickname, (name) => word('pay.to', { name }))}
                </>
              )}
            </span>
          )}
        </span>
        <span className="h2">
          <Money cents={order.priceUsdCents} />
        </span>
      </div>
    </div>
  );
}
