import type { OrderInfo } from '@jawhara/contract';
import { orderNumber, type UsdCents, type OrderId, type KnownMoney } from '@jawhara/domain';
import { useEffect, type ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Ltr, Name, DisplayIdText, Money } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import type { RefusedField } from '../machine/purchase/purchase-state.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { HelpButton } from '../../ui/help/help-button.tsx';
import { Medal, type MedalKind } from '../../ui/medal.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { spriteSymbol, Icon } from '../../ui/icon.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classes } from '../../ui/classes.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { useHelp } from '../../ui/help/use-help.tsx';

/** The number that support asks for, one press away from being pasted. */
export function OrderNumberPair({ order }: { order: OrderInfo }) {
  const number = orderNumber(order.orderId);
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

/** Stands for the part until it is put in; no sentence has it. */
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
 * A sentence with a nickname in it, isolated by an element. Isolated by characters, beside a number and with a sign that no
 * font has, Chromium leaves out the rest of the line.
 */
export function withName(nickname: string, sentence: (name: string) => string): ReactNode {
  return withPart(<Name>{nickname}</Name>, sentence);
}

export interface ResultActions {
  /** The same card again, with the same pack; `field` is what the bank did not accept of it. */
  readonly onRetry: (field: RefusedField | null) => void;
  /** The same pack, with empty fields for another card. */
  readonly onOtherCard: () => void;
  /** The same pack, with the wallet of this device chosen: its own button opens it. */
  readonly onWallet: () => void;
  readonly onRetryWith: (amount: UsdCents) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export interface ResultWords {
  readonly title: string;
  /** The same as it is shown, where a name stands in it. */
  readonly heading?: ReactNode;
  readonly tip: ReactNode;
  /** A picture with a seal, the turning gem of an undecided payment, or the lock of a ban that ends. */
  readonly medal: MedalKind | 'waiting' | 'unban';
  /** The gem of a success drops in, once. */
  readonly isNew?: boolean;
}

interface ResultLayoutProps {
  words: ResultWords;
  /** Good news waits its turn, bad news is said at once. */
  tone: 'status' | 'alert';
  name: string;
  orderId: OrderId | null;
  /** The order's number stands in a block of its own. */
  isNumberShown?: boolean;
  code?: string | null;
  onClose: () => void;
  /** Under the tip, before the blocks. */
  assurance?: ReactNode;
  closes?: 'close' | 'understood';
  children: ReactNode;
}

const CLOSING = {
  close: () => word('common.close'),
  understood: () => word('common.understood'),
} as const;

/** Puts the result into the window's title, which is visible from other windows too. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${word('brand.name')}`;
    return () => void (document.title = before);
  }, [title]);
}

/** The parts of every result: what happened, what can be done now, close, help and the small print. */
export function ResultLayout(props: ResultLayoutProps) {
  const { words, tone, name, orderId, onClose, assurance, closes = 'close', children } = props;
  useTitle(words.title);
  return (
    <div className="narrow col gap-28" data-testid="result" data-outcome={name}>
      <ResultStyle />
      <div className="only-mobile flex justify-end">
        <HelpButton orderId={orderId} />
        <IconButton icon="x" label={word('common.close')} onPress={onClose} />
      </div>
      <div className="result-head" role={tone}>
        <Picture medal={words.medal} isNew={words.isNew ?? false} />
        <h1 className="display">{words.heading ?? words.title}</h1>
        <p className="muted text-balance">{words.tip}</p>
        {assurance}
      </div>
      {children}
      <div className="col gap-0">
        <Button variant="ghost" onPress={onClose} testId={`result-${closes}`}>
          {CLOSING[closes]()}
        </Button>
        <HelpLink orderId={orderId} />
        {props.isNumberShown !== true && <SmallPrint orderId={orderId} code={props.code ?? null} />}
      </div>
    </div>
  );
}

function Picture({ medal, isNew }: Pick<ResultWords, 'medal'> & { isNew: boolean }) {
  if (medal === 'waiting') return <WaitingGem />;
  return medal === 'unban' ? <BadgeIcon icon="lock-open" tone="ok" /> : <Medal kind={medal} isNew={isNew} />;
}

function WaitingGem() {
  return (
    <span className="waiting-gem" aria-hidden="true">
      <svg>
        <use href={spriteSymbol('gem')} />
      </svg>
    </span>
  );
}

function SmallPrint({ orderId, code }: { orderId: OrderId | null; code: string | null }) {
  if (orderId === null) return null;
  return (
    <p className="micro hint text-center">
      {word('receipt.order')} <Ltr>{orderNumber(orderId)}</Ltr>
      {code !== null && (
        <span data-testid="reason-code">
          {' · '}
          {word('result.reason', { code: isolatedLtr(code) })}
        </span>
      )}
    </p>
  );
}

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

/** Inserts for the one sentence that names them. */
export interface MoneyReturned {
  readonly amount: string;
  readonly card: string;
}

/** Where nothing can have gone back. */
export const NOT_RETURNED: MoneyReturned = { amount: '', card: '' };

interface Line {
  readonly icon: IconName;
  readonly tone: 'good' | 'quiet' | 'open';
  readonly text: (returned: MoneyReturned) => string;
}

const LINES = {
  none: { icon: 'shield-check', tone: 'good', text: () => word('result.charge.none') },
  held: { icon: 'info', tone: 'quiet', text: () => word('result.charge.hold') },
  unknown: { icon: 'hourglass', tone: 'open', text: () => word('result.charge.unknown') },
  returned: {
    icon: 'rotate-ccw',
    tone: 'good',
    text: ({ amount, card }) => word('result.charge.returned', { amount, card }),
  },
} as const satisfies Record<KnownMoney, Line>;

/** A statement based on the server's report alone. Until it arrives the place stays empty, so that nothing moves. */
export function MoneyLine({ money, returned }: { money: KnownMoney | null; returned: MoneyReturned }) {
  const line: Line | null = money === null ? null : LINES[money];
  return (
    <div className="money-line" data-testid="money" data-money={money ?? undefined}>
      {line !== null && (
        <span className={classes('charge', line.tone)}>
          <Icon name={line.icon} size="xs" />
          {line.text(returned)}
        </span>
      )}
    </div>
  );
}

/** Help in words, at the end of a result. */
function HelpLink({ orderId }: { orderId: OrderId | null }) {
  const { sheet, open } = useHelp(orderId);
  return (
    <>
      <p className="row wraps small muted justify-center gap-14">
        {word('result.needHelp')}
        <button type="button" className="text-link gap-8" onClick={open} data-testid="help-link">
          <Icon name="headset" size="s" />
          {word('common.help')}
        </button>
      </p>
      {sheet}
    </>
  );
}
