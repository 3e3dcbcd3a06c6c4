import type { ReactNode } from 'react';
import { OrderStrip, type OrderSummary } from '../parts/order-strip.tsx';
import css from './card.css?inline';

export interface StepColumnsProps {
  order: OrderSummary;
  /** What is read rather than typed: below the fields on a phone, beside them on PC. */
  side: ReactNode;
  children: ReactNode;
}

/** A step in which a card is typed. On PC all of it, the button too, is on the screen without scrolling. */
export function StepColumns({ order, side, children }: StepColumnsProps) {
  return (
    <>
      <style href="card" precedence="screen">
        {css}
      </style>
      <div className="step-columns">
        <OrderStrip order={order} />
        <div className="step-main">{children}</div>
        <div className="step-side">{side}</div>
      </div>
    </>
  );
}
