import { orderNumber, type OrderId } from '@jawhara/domain';
import { useEffect, type ReactNode } from 'react';
import { BadgeIcon } from '../../ui/badge-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { HelpButton } from '../../ui/help/help-button.tsx';
import { HelpLink } from '../../ui/help/help-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Medal, type MedalKind } from '../../ui/medal.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { spriteSymbol } from '../../ui/sprite.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export interface ResultWords {
  readonly title: string;
  /** The same as it is shown, where a name stands in it. */
  readonly heading?: ReactNode;
  readonly tip: ReactNode;
  /** A picture with a seal, the gem that turns while nobody knows, or the lock of a ban that ends. */
  readonly medal: MedalKind | 'waiting' | 'unban';
  /** The gem of a success drops in, once. */
  readonly isNew?: boolean;
}

export interface ResultLayoutProps {
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

/** The window's title says how it ended, also to whoever looks at another one. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${word('brand.name')}`;
    return () => void (document.title = before);
  }, [title]);
}

/** What every result has: what happened, what can be done now, the way out, help and the small print. */
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
