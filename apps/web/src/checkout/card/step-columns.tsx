import type { PayType } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { OrderStrip, type OrderSummary } from '../parts/order-strip.tsx';
import css from './card.css?inline';
import { TrustBlock } from './trust-block.tsx';

export interface StepColumnsProps {
  order: OrderSummary;
  /** With whom the card is typed. */
  payType: PayType;
  /** What the bank may do; read rather than typed, so below the fields on a phone and beside them on PC. */
  bankNote: string;
  children: ReactNode;
}

/** A step in which a card is typed. On PC all of it, the button too, is on the screen without scrolling. */
export function StepColumns({ order, payType, bankNote, children }: StepColumnsProps) {
  return (
    <>
      <style href="card" precedence="screen">
        {css}
      </style>
      <div className="step-columns">
        <OrderStrip order={order} />
        <div className="step-main">{children}</div>
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
