import type { OrderRow as Order } from '@jawhara/contract';
import { findInOrderNumber, GROUP_OF_STATE, orderNumber, type OrderId } from '@jawhara/domain';
import { Avatar } from '../../../ui/avatar.tsx';
import { formatClock, formatDate } from '../../../ui/format-time.ts';
import { OrderChip } from '../../../ui/order-chip.tsx';
import { Ltr, Money, Name } from '../../../ui/values.tsx';
import { word } from '../../../words/word.ts';

/** An order of a list. `order` is null if this device has stored only its id. */
export interface ListedOrder {
  readonly orderId: OrderId;
  readonly order: Order | null;
}

function subjectOf({ purpose, gems }: Order): string {
  return purpose === 'fine'
    ? word('home.navFine')
    : word('count.gems', { n: gems }).replaceAll(' ', '\u00A0');
}

const DAY_MS = 86_400_000;

/** The day of an order in the reader's time zone. */
export type OrderDay = 'today' | 'yesterday' | 'before';

export function dayOf(at: Date, now: Date): OrderDay {
  const day = formatDate(at);
  if (day === formatDate(now)) return 'today';
  const midday = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12);
  return day === formatDate(new Date(midday.getTime() - DAY_MS)) ? 'yesterday' : 'before';
}

function Number({ orderId, search }: { orderId: OrderId; search: string }) {
  const number = orderNumber(orderId);
  const found = findInOrderNumber(number, search);
  if (found === null) return <Ltr>{number}</Ltr>;
  return (
    <Ltr>
      {number.slice(0, found.from)}
      <mark>{number.slice(found.from, found.to)}</mark>
      {number.slice(found.to)}
    </Ltr>
  );
}

interface OrderRowProps {
  of: ListedOrder;
  /** The typed search text; the part of the order number that matches it is marked. */
  search?: string;
  now: Date;
}

/** The facts of one order, shown inside a link to the order or a tick box for it. */
export function OrderFacts({ of: { orderId, order }, search = '', now }: OrderRowProps) {
  if (order === null)
    return (
      <span className="fill small">
        <Number orderId={orderId} search={search} />
      </span>
    );
  const { recipient, createdAt, state, priceUsdCents } = order;
  const isOld = dayOf(createdAt, now) === 'before';
  return (
    <span className="fill">
      <span className="row apart strong">
        <span>{subjectOf(order)}</span>
        <Money cents={priceUsdCents} />
      </span>
      <span className="row apart micro muted">
        <span className="order-to">
          {word('home.againFor', { name: '' })} <Name isCut>{recipient.nickname}</Name>
        </span>
        <Ltr>{isOld ? formatDate(createdAt) : formatClock(createdAt)}</Ltr>
      </span>
      <span className="row apart ends micro muted">
        <Number orderId={orderId} search={search} />
        <OrderChip group={GROUP_OF_STATE[state]} />
      </span>
    </span>
  );
}

export function OrderFace({ order }: { order: Order | null }) {
  if (order === null) return null;
  const { nickname, iconUrl } = order.recipient;
  return <Avatar small nickname={nickname} iconUrl={iconUrl} />;
}
