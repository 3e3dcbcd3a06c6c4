import { orderNumber, type OrderId } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DisplayIdText, Ltr, Money, Name } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import type { OrderSummary } from './order-strip.tsx';

/** Stands for the inserted part; no sentence contains this character. */
const SLOT = '\uFFFC';

/** A sentence with an element in it. */
export function withPart(part: ReactNode, sentence: (part: string) => string): ReactNode {
  const [before = '', after = ''] = sentence(SLOT).split(SLOT);
  return (
    <>
      {before}
      {part}
      {after}
    </>
  );
}

/**
 * A sentence with a nickname in it, isolated by an element. With isolation characters, Chromium drops the rest of the
 * line if the name has a character that no font has and stands beside a number.
 */
export function withName(nickname: string, sentence: (name: string) => string): ReactNode {
  return withPart(<Name>{nickname}</Name>, sentence);
}

/** The goods, the recipient and the amount of an order. */
export function OrderHead({ order, isPaid = false }: { order: OrderSummary; isPaid?: boolean }) {
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

/** The order number that support asks for, with a copy button. */
export function OrderNumberPair({ orderId }: { orderId: OrderId }) {
  const number = orderNumber(orderId);
  return (
    <div className="items-center">
      <dt>{word('receipt.order')}</dt>
      <dd className="row gap-8">
        <span data-testid="order-number">
          <Ltr>{number}</Ltr>
        </span>
        <CopyButton text={number} label={word('receipt.copyOrder')} />
      </dd>
    </div>
  );
}
