import { readCardOfOrder } from '@jawhara/contract';
import { expiryStanding, type OrderId } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { cardOfOrderKey } from '../../api/card-of-order.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Ltr } from '../../ui/ltr.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { keptCardName } from '../card/kept-card-row.tsx';
import { useNow } from './use-now.ts';

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

/** The card that the bank calls expired, with its date. A card that was only typed is kept nowhere, so nothing is shown of it. */
export function ExpiredCard({ orderId }: { orderId: OrderId }) {
  const { value: card } = useAnswer(
    cardOfOrderKey(orderId),
    () => call(readCardOfOrder, { orderId }),
    Number.POSITIVE_INFINITY,
  );
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  if (card === null) return null;
  const date = isolatedLtr(card.expiry);
  const isPast = expiryStanding(card.expiry, now).kind === 'expired';
  return (
    <div className="list">
      <div className="option" data-testid="expired-card">
        <SchemeMark scheme={card.scheme} />
        <span className="fill">
          <span className="strong">
            <Ltr>{keptCardName(card)}</Ltr>
          </span>
          <br />
          <span className="micro text-warning-ink">
            {isPast ? word('result.expire.past', { date }) : word('result.expire.kept', { date })}
          </span>
        </span>
      </div>
    </div>
  );
}
