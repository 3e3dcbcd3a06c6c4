import type { PayType } from '@jawhara/domain';
import { useEffect, useState, type ReactNode } from 'react';
import { Note } from '../../../ui/note.tsx';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { word } from '../../../words/word.ts';
import { OrderStrip, type OrderSummary } from '../../parts/order-strip.tsx';
import css from './card.css?inline';
import { TrustBlock } from './trust-block.tsx';

export interface StepColumnsProps {
  order: OrderSummary;
  /** The pay type that the card is typed for. */
  payType: PayType;
  /** A note about the bank's check; read rather than typed, so below the fields on a phone and beside them on PC. */
  bankNote: string;
  isPaying: boolean;
  children: ReactNode;
}

const PAYING_IS_SLOW_AFTER_MS = 5_000;

/** The payment was sent and no answer has come: the page says so before the payer presses again. */
function useSlowPayment(isPaying: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPaying) return undefined;
    const timer = setTimeout(() => setIsSlow(true), PAYING_IS_SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPaying]);
  return isSlow;
}

/** A step in which a card is typed. On PC all of it, the button too, is on the screen without scrolling. */
export function StepColumns({ order, payType, bankNote, isPaying, children }: StepColumnsProps) {
  const isSlow = useSlowPayment(isPaying);
  return (
    <>
      <ScreenStyle css={css} />
      <div className="step-columns">
        <OrderStrip order={order} />
        <div className="step-main">
          {isSlow && (
            <Note kind="warn" icon="wifi-off" isLive>
              {word('net.slow')}
            </Note>
          )}
          {children}
        </div>
        <div className="step-side">
          <TrustBlock payType={payType} />
          <Note kind="quiet" icon="landmark">
            {bankNote}
          </Note>
        </div>
      </div>
    </>
  );
}
