import type { Receipt } from '@jawhara/contract';
import { usdText, type OrderGroup, type ReceiptState } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { formatDate, formatDateTime } from '../../ui/format-time.ts';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import { ChipStyle, OrderChip } from '../../ui/order-chip.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { Ltr, Money } from '../../ui/values.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import css from './receipt.css?inline';

const GROUPS = {
  delivered: 'done',
  arriving: 'arriving',
  pending: 'checking',
  refunded: 'returned',
  'not-done': 'not-done',
} as const satisfies Record<ReceiptState, OrderGroup>;

/** The state shown for an order. `arriving` means gems on their way, so a fine in that state is shown as being checked. */
const groupOf = ({ purpose, state }: Receipt): OrderGroup =>
  purpose === 'fine' && state === 'arriving' ? 'checking' : GROUPS[state];

/** A number and its noun stay on one line. */
const gemsText = ({ gems }: Receipt): string => word('count.gems', { n: gems }).replaceAll(' ', '\u00A0');

interface Heading {
  readonly title: string;
  readonly tip: string | null;
}

const GEM_HEADINGS = {
  delivered: (receipt) => ({
    title: word('receiptPage.delivered', { gems: gemsText(receipt) }),
    tip: word('receiptPage.deliveredTip'),
  }),
  arriving: () => ({ title: word('receiptPage.arriving'), tip: null }),
  pending: () => ({ title: word('receiptPage.pending'), tip: word('receiptPage.pendingTip') }),
  refunded: () => ({ title: word('receiptPage.refunded'), tip: null }),
  'not-done': () => ({ title: word('receiptPage.notDone'), tip: null }),
} as const satisfies Record<ReceiptState, (receipt: Receipt) => Heading>;

const isPaid = ({ state }: Receipt): boolean => state === 'delivered' || state === 'arriving';

/** The headings of a paid order name gems, so a paid fine has its own heading. */
const headingOf = (receipt: Receipt): Heading =>
  receipt.purpose === 'fine' && isPaid(receipt)
    ? { title: word('receiptPage.fine'), tip: null }
    : GEM_HEADINGS[receipt.state](receipt);

function refundText({ refunded }: Receipt): string | null {
  if (refunded === null) return null;
  const { usdCents, at } = refunded;
  return word('receiptPage.refundedTip', {
    amount: isolatedLtr(usdText(usdCents)),
    date: isolatedLtr(formatDate(at)),
  });
}

function Head({ receipt }: { receipt: Receipt }) {
  const { title, tip } = headingOf(receipt);
  const refund = refundText(receipt);
  return (
    <div className="receipt-head">
      <span className="receipt-brand">
        <svg aria-hidden="true">
          <use href={spriteSymbol('logo-tile')} />
        </svg>
        {word('brand.name')}
      </span>
      <svg className={classes('receipt-gem', !isPaid(receipt) && 'grey')} aria-hidden="true">
        <use href={spriteSymbol('gem')} />
      </svg>
      <h2>{title}</h2>
      {tip !== null && refund === null && <p>{tip}</p>}
      {refund !== null && <p data-testid="receipt-refund">{refund}</p>}
    </div>
  );
}

function Pair({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={`receipt-${name}`}>{children}</dd>
    </div>
  );
}

interface ReceiptCardProps {
  receipt: Receipt;
  /** The address at which this copy can be checked: printed, because paper has no links. */
  address: string;
}

/** [ORD-22] The order as anybody with its link may see it, and as it is printed. */
export function ReceiptCard({ receipt, address }: ReceiptCardProps) {
  // Both sentences end with an inserted element: a date must not break between lines, an address may.
  return (
    <article className="receipt-card" data-testid="receipt-card" data-state={receipt.state}>
      <ChipStyle />
      <ScreenStyle css={css} />
      <Head receipt={receipt} />
      <div className="receipt-body">
        <dl className="pairs">
          <Pair label={word('receipt.order')} name="order">
            <Ltr>{receipt.orderNumber}</Ltr>
          </Pair>
          <Pair label={word('receiptPage.pack')} name="goods">
            {receipt.purpose === 'fine' ? word('receiptPage.fine') : gemsText(receipt)}
          </Pair>
          <Pair label={word('receiptPage.amount')} name="amount">
            <Money cents={receipt.priceUsdCents} />
          </Pair>
          <Pair label={word('receiptPage.time')} name="time">
            <Ltr>{formatDateTime(receipt.createdAt)}</Ltr>
          </Pair>
          <Pair label={word('receiptPage.state')} name="state">
            <OrderChip group={groupOf(receipt)} />
          </Pair>
        </dl>
        <div className="receipt-seal" role="status">
          <Icon name="shield-check" />
          <div>
            <strong>{word('receiptPage.valid')}</strong>
            {word('receiptPage.validBody')}
          </div>
        </div>
        <p className="micro hint receipt-notes">
          {word('receiptPage.readAt', { time: '' })}
          <Ltr>{formatDateTime(receipt.readAt)}</Ltr>
          <br />
          {word('receiptPage.noPerson')}
        </p>
        <p className="micro on-paper">
          {word('receiptPage.checkAt', { link: '' })}
          <Ltr>{address}</Ltr>
        </p>
      </div>
    </article>
  );
}
