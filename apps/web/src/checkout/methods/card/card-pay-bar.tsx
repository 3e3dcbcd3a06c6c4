import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PayBar } from '../../../ui/pay-bar.tsx';
import { word } from '../../../words/word.ts';
import { OrderLine, type OrderSummary } from '../../parts/order-strip.tsx';

export interface CardPayBarProps {
  order: OrderSummary;
  isPaying: boolean;
  /** Under what is paid for, while nothing is being sent. */
  summary: ReactNode;
  label: string;
  /** The sentence why paying has to wait; null when it has not. */
  held: string | null;
  onPrompt: () => void;
  onPress: () => void;
}

/** The bar of every step in which a card is typed. */
export function CardPayBar(props: CardPayBarProps) {
  const { order, isPaying, summary, label, held, onPrompt, onPress } = props;
  return (
    <PayBar total={<OrderLine order={order} />} summary={isPaying ? word('pay.locked') : summary}>
      <Button
        icon="lock-keyhole"
        busy={isPaying}
        held={held}
        onHeldPress={onPrompt}
        onPress={onPress}
        testId="confirm-payment"
      >
        {isPaying ? word('pay.working') : label}
      </Button>
    </PayBar>
  );
}
