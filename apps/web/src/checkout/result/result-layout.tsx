import { orderNumber, type UsdCents, type OrderId, type KnownMoney } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import type { RefusedField } from '../machine/purchase/purchase-state.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { HelpButton, HelpLink } from '../../ui/help/help.tsx';
import { Medal, type MedalKind } from '../../ui/medal.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { classes } from '../../ui/classes.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';

export interface ResultActions {
  /** Pays with the same card and pack again; `field` is the field that the bank did not accept. */
  readonly onRetry: (field: RefusedField | null) => void;
  /** Pays the same pack with another card: another saved one, otherwise one that is typed into empty fields. */
  readonly onOtherCard: () => void;
  /** The same pack, with the wallet of this device chosen: its own button opens it. */
  readonly onWallet: () => void;
  readonly onRetryWith: (amount: UsdCents) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export interface ResultWords {
  readonly title: string;
  /** The title as it is shown, if it contains a nickname. */
  readonly heading?: ReactNode;
  /** Null if the line about the money, below it, contains the same. */
  readonly tip: ReactNode;
  /** A second line under the tip. */
  readonly hint?: string | null;
  /** A picture with a seal, or the lock of a ban that ends. */
  readonly medal: MedalKind | 'unban';
  /** The gem of a success is animated, but only the first time that this result is shown. */
  readonly isNew?: boolean;
}

interface ResultLayoutProps {
  words: ResultWords;
  /** Screen readers read good news after their current text, and bad news at once. */
  tone: 'status' | 'alert';
  name: string;
  orderId: OrderId | null;
  /** Another block shows the order's number, so the small print does not. */
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

/** The parts of every result: what happened, what can be done now, close, help and the small print. */
export function ResultLayout(props: ResultLayoutProps) {
  const { words, tone, name, orderId, onClose, assurance, closes = 'close', children } = props;
  usePageTitle(words.title);
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
        {words.tip !== null && <p className="muted text-balance">{words.tip}</p>}
        {typeof words.hint === 'string' && <p className="small text-balance">{words.hint}</p>}
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
  return medal === 'unban' ? <BadgeIcon icon="lock-open" tone="ok" /> : <Medal kind={medal} isNew={isNew} />;
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

/** Values for the placeholders of the sentence that money went back. */
export interface MoneyReturned {
  readonly amount: string;
  readonly card: string;
}

/** For results after which no money can have been returned. */
export const NOT_RETURNED: MoneyReturned = { amount: '', card: '' };

interface Line {
  readonly icon: IconName;
  /** `long`: several lines of text, with the icon beside the first. */
  readonly tone: 'good' | 'quiet' | 'open' | 'long';
  readonly text: (returned: MoneyReturned) => string;
}

const LINES = {
  none: { icon: 'shield-check', tone: 'good', text: () => word('result.charge.none') },
  held: { icon: 'info', tone: 'quiet', text: () => word('result.charge.hold') },
  'none-yet': { icon: 'shield-check', tone: 'long', text: () => word('result.cancelled.money') },
  unknown: { icon: 'hourglass', tone: 'open', text: () => word('result.charge.unknown') },
  returned: {
    icon: 'rotate-ccw',
    tone: 'good',
    text: ({ amount, card }) => word('result.charge.returned', { amount, card }),
  },
} as const satisfies Record<KnownMoney, Line>;

/**
 * Whether money was taken, based only on the server's report. Until the report arrives the place stays empty, so that nothing
 * moves.
 */
export function MoneyLine({ money, returned }: { money: KnownMoney | null; returned: MoneyReturned }) {
  const line: Line | null = money === null ? null : LINES[money];
  return (
    <div className="money-line" data-testid="money" data-money={money ?? undefined}>
      {line !== null && (
        <span className={classes('charge', line.tone)}>
          <Icon name={line.icon} size={line.tone === 'long' ? 's' : 'xs'} />
          {line.text(returned)}
        </span>
      )}
    </div>
  );
}
