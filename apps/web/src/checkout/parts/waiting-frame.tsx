import type { OrderId } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { HelpButton, HelpLink } from '../../ui/help/help.tsx';
import { spriteSymbol } from '../../ui/icon.tsx';
import { ResultStyle } from '../../ui/result-style.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import { OrderHead, OrderNumberPair } from './order-head.tsx';
import type { OrderSummary } from './order-strip.tsx';
import { StepTitle } from './step-page.tsx';

/** The facts that the page knows of an undecided order before anything is read. A fact that is not known is left out. */
export interface OrderShown {
  readonly orderId: OrderId | null;
  readonly summary: OrderSummary | null;
  /** The name of the card or the wallet. */
  readonly method: string | null;
}

interface WaitingFrameProps {
  shown: OrderShown;
  title: string;
  tip: string | null;
  /** Null where leaving would lose something that only this page has. */
  onBack: (() => void) | null;
  /** The name of the result in the attribute `data-outcome`; absent before there is a result. */
  outcome?: string;
  /** Under the tip; not announced. */
  times?: ReactNode;
  children?: ReactNode;
}

/** Every moment between the press on pay and the result: what is paid, for whom, under which number, with Back and help. */
export function WaitingFrame({ shown, title, tip, onBack, outcome, times, children }: WaitingFrameProps) {
  const { orderId } = shown;
  usePageTitle(title);
  return (
    <>
      <ResultStyle />
      <header className="app-bar">
        {onBack !== null && <IconButton icon="arrow-right" label={word('common.back')} onPress={onBack} />}
        <LogoMark />
        <HelpButton orderId={orderId} />
      </header>
      <main className="page">
        <div
          className="narrow col gap-28"
          data-testid={outcome === undefined ? 'progress' : 'result'}
          data-outcome={outcome}
        >
          {onBack !== null && <StepTitle title={title} onBack={onBack} />}
          <div className="result-head">
            <WaitingGem />
            <div className="col gap-8" role="status">
              <h1 className="display">{title}</h1>
              {tip !== null && <p className="muted text-balance">{tip}</p>}
            </div>
            {times}
          </div>
          <WaitingOrder {...shown} />
          {children}
          <HelpLink orderId={orderId} />
        </div>
      </main>
    </>
  );
}

/** No link: a press must not lead away from a payment. */
function LogoMark() {
  return (
    <span className="logo fill">
      <svg aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      {word('brand.name')}
    </span>
  );
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

function WaitingOrder({ orderId, summary, method }: OrderShown) {
  if (orderId === null && summary === null) return null;
  return (
    <div className="card" data-testid="waiting-order">
      {summary !== null && (
        <div className="row">
          <OrderHead order={summary} />
        </div>
      )}
      <dl className="pairs">
        {method !== null && (
          <div>
            <dt>{word('receipt.method')}</dt>
            <dd>
              <Ltr>{method}</Ltr>
            </dd>
          </div>
        )}
        {orderId !== null && <OrderNumberPair orderId={orderId} />}
      </dl>
    </div>
  );
}
