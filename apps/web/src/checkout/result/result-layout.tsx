import { orderNumber, type OrderId } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Medal } from '../../ui/medal.tsx';
import { Link } from '../../ui/navigation.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { ResultWords } from './result-facts.ts';

export interface ResultLayoutProps {
  words: ResultWords;
  /** Good news waits its turn, bad news is said at once. */
  tone: 'status' | 'alert';
  name: string;
  orderId: OrderId | null;
  code?: string | null;
  onClose: () => void;
  /** Under the tip, before the blocks. */
  assurance?: ReactNode;
  children: ReactNode;
}

/** What every result has: medal, what happened, what can be done now, and the small print with the way to help. */
export function ResultLayout(props: ResultLayoutProps) {
  const { words, tone, name, orderId, code = null, onClose, assurance, children } = props;
  return (
    <div className="narrow col gap-30" data-testid="result" data-outcome={name}>
      <div className="only-mobile flex justify-end">
        <IconButton icon="x" label={word('common.close')} onPress={onClose} />
      </div>
      <div className="result-head" role={tone}>
        <Medal kind={words.medal} />
        <h1 className="display">{words.title}</h1>
        <p className="muted">{words.tip}</p>
        {assurance}
      </div>
      {children}
      <p className="micro hint text-center">
        {word('result.needHelp')} <Link href="/feedback">{word('result.report')}</Link>
        {orderId !== null && (
          <>
            {' · '}
            {word('receipt.order')} <Ltr>{orderNumber(orderId)}</Ltr>
          </>
        )}
        {code !== null && (
          <span data-testid="reason-code">
            {' · '}
            {word('result.reason', { code: isolatedLtr(code) })}
          </span>
        )}
      </p>
    </div>
  );
}
