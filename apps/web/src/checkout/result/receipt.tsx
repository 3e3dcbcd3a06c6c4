import type { OrderInfo } from '@jawhara/contract';
import { orderNumber, type SavedCard } from '@jawhara/domain';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DisplayIdText } from '../../ui/display-id-text.tsx';
import { formatDateTime } from '../../words/format-time.ts';
import { Ltr } from '../../ui/ltr.tsx';
import { Money } from '../../ui/money.tsx';
import { showToast } from '../../ui/toast.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { keptCardName } from '../card/kept-card-row.tsx';
import { shareAddress } from './share-receipt.ts';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(word('common.copied'));
  } catch {
    showToast(text, 'copy'); // no clipboard here: at least it can be read
  }
}

export interface ReceiptProps {
  order: OrderInfo;
  /** Null until it is known, or for good where nobody tells it. */
  card: SavedCard | null;
}

/** The ticket: what was bought, for whom, with what, when, under which number. */
export function Receipt({ order, card }: ReceiptProps) {
  const number = orderNumber(order.orderId);
  return (
    <div className="card ticket" data-testid="receipt">
      <div className="ticket-head">
        <Avatar nickname={order.recipient.nickname} iconUrl={order.recipient.iconUrl} mark="ok" />
        <div className="fill">
          <div className="h2">{word('count.gems', { n: order.gems })}</div>
          <div className="small muted">
            {word('pay.to', { name: isolatedName(order.recipient.nickname) })} ·{' '}
            <DisplayIdText id={order.recipient.displayId} />
          </div>
        </div>
        <div className="h1">
          <Money cents={order.priceUsdCents} />
        </div>
      </div>
      <dl className="pairs">
        <div>
          <dt>{word('receipt.method')}</dt>
          <dd data-testid="paid-with">
            {card === null ? word('method.card') : <Ltr>{keptCardName(card)}</Ltr>}
          </dd>
        </div>
        <div>
          <dt>{word('receipt.time')}</dt>
          <dd>
            <Ltr>{formatDateTime(order.createdAt)}</Ltr>
          </dd>
        </div>
        <div className="items-center">
          <dt>{word('receipt.order')}</dt>
          <dd className="row gap-8">
            <span data-testid="order-number">
              <Ltr>{number}</Ltr>
            </span>
            <IconButton
              icon="copy"
              size="s"
              className="-my-14 text-primary-ink"
              label={word('receipt.copyOrder')}
              onPress={() => void copy(number)}
            />
          </dd>
        </div>
      </dl>
      <a
        className="button ghost"
        href={shareAddress(shareTextOf(order))}
        target="_blank"
        rel="noreferrer"
        data-testid="share-receipt"
      >
        <Icon name="share-2" size="s" />
        <span>{word('receipt.share')}</span>
      </a>
    </div>
  );
}

/** Nothing of the card or the money is in it. */
function shareTextOf(order: OrderInfo): string {
  return word('receipt.shareText', {
    gems: word('count.gemsOf', { n: order.gems }),
    name: isolatedName(order.recipient.nickname),
    id: isolatedLtr(order.recipient.displayId),
    order: isolatedLtr(orderNumber(order.orderId)),
  });
}
