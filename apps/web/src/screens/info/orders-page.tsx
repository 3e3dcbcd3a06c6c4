import type { OrderInfo } from '@jawhara/contract';
import { isUndecided, isWallet, orderNumber, type PayerOrderState } from '@jawhara/domain';
import { useEffect, useEffectEvent } from 'react';
import type { WordId } from '../../words/word-id.ts';
import { useOrderNow } from '../../api/use-order.ts';
import { methodName } from '../../checkout/parts/card-name.ts';
import { storedOrders, type StoredOrder } from '../../browser/storage/orders.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ltr, Money } from '../../ui/values.tsx';
import { Link } from '../../ui/navigation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export interface OrderChip {
  readonly word: WordId;
  readonly tone: 'ok' | 'warn' | 'quiet';
}

const DONE: OrderChip = { word: 'orders.done', tone: 'ok' };
const PENDING: OrderChip = { word: 'orders.pending', tone: 'warn' };
const FAILED: OrderChip = { word: 'orders.failed', tone: 'quiet' };
const RETURNED: OrderChip = { word: 'orders.returned', tone: 'quiet' };

/** Paid, but the gems have not arrived yet. */
const ARRIVING: OrderChip = { word: 'orders.arriving', tone: 'ok' };

/** The state of an order in one word. */
export const ORDER_CHIPS = {
  created: PENDING,
  'awaiting-payer': PENDING,
  pending: PENDING,
  paid: ARRIVING,
  delivered: DONE,
  refused: FAILED,
  cancelled: FAILED,
  expired: FAILED,
  refunded: RETURNED,
  'charged-back': RETURNED,
} as const satisfies Record<PayerOrderState, OrderChip>;

const LOOK_AGAIN_EVERY_MS = 5_000;

function mayChange(state: PayerOrderState): boolean {
  return isUndecided(state) || state === 'paid';
}

/** Polls while the device is online and the order may still change. */
function useLookAgain(isNeeded: boolean, look: () => void): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

function subjectOf(order: OrderInfo): string {
  return order.purpose === 'fine' ? word('home.navFine') : word('count.gems', { n: order.gems });
}

function Chip({ state }: { state: PayerOrderState }) {
  const chip = ORDER_CHIPS[state];
  return (
    <span className={`order-chip ${chip.tone}`} data-testid="order-state">
      {word(chip.word)}
    </span>
  );
}

function OrderRow({ storedOrder }: { storedOrder: StoredOrder }) {
  const { orderId, seen } = storedOrder;
  const isOnline = useOnline();
  const { value: now, problem, retry } = useOrderNow(orderId);
  const order = now ?? seen?.order ?? null;
  useLookAgain(isOnline && order !== null && mayChange(order.state), retry);
  const isOld = seen !== null && (!isOnline || problem !== null);
  return (
    <Link className="option" href={`/pay-step?order_id=${orderId}`}>
      {order !== null && (
        <Avatar small nickname={order.recipient.nickname} iconUrl={order.recipient.iconUrl} />
      )}
      <span className="fill" data-testid="storedOrder-order">
        {order !== null && (
          <>
            <span className="strong">
              <span className="inline-block">{subjectOf(order)}</span>{' '}
              <span className="inline-block">
                {word('home.againFor', { name: isolatedName(order.recipient.nickname) })}
              </span>
            </span>
            <br />
          </>
        )}
        <span className="micro muted">
          <Ltr>{order === null ? orderNumber(orderId) : formatDateTime(order.createdAt)}</Ltr>
          {order !== null && isWallet(order.payType) && (
            <>
              {' '}
              · <Ltr>{methodName(order.payType)}</Ltr>
            </>
          )}
        </span>
        {isOld && (
          <span className="micro hint block" data-testid="order-as-of">
            {word('orders.asOf', { date: isolatedLtr(formatDateTime(seen.at)) })}
          </span>
        )}
      </span>
      {order !== null && (
        <span className="order-end">
          <span className="strong">
            <Money cents={order.priceUsdCents} />
          </span>
          <Chip state={order.state} />
        </span>
      )}
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}

/** The last orders of this device. Each is requested again; without a network it shows the last known state and its time. */
export function OrdersPage() {
  const orders = useStored(storedOrders) ?? [];
  if (orders.length === 0) {
    const toPacks = <ButtonLink href="/pay">{word('home.navRecharge')}</ButtonLink>;
    return <EmptyState icon="history" title={word('orders.empty')} action={toPacks} />;
  }
  return (
    <div className="list">
      {orders.map((storedOrder) => (
        <OrderRow key={storedOrder.orderId} storedOrder={storedOrder} />
      ))}
    </div>
  );
}
