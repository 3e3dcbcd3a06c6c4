import { Suspense, useState } from 'react';
import type { CheckoutEvent, CheckoutState } from '../machine/checkout-state.ts';
import { priceOf } from '../machine/methods.ts';
import { SameAgainSheet } from './late-parts.ts';

interface RepeatSheetProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
}

/**
 * [ORD-20] The server's question about a repeat, which comes when the order is placed, or when the wallet's token is
 * sent. The step stays under it.
 */
export function RepeatSheet({ state, send }: RepeatSheetProps) {
  if (state.at !== 'purchasing' || state.purchase.at !== 'same-again') return null;
  return <QuestionOverStep state={state} send={send} />;
}

type PurchasingState = Extract<CheckoutState, { at: 'purchasing' }>;

function QuestionOverStep({
  state: { checkout, purchase },
  send,
}: {
  state: PurchasingState;
  send: RepeatSheetProps['send'];
}) {
  const [now] = useState(() => new Date());
  if (purchase.at !== 'same-again') return null;
  return (
    <Suspense fallback={null}>
      <SameAgainSheet
        question={purchase.question}
        now={now}
        priceUsdCents={priceOf(checkout.offer)}
        onClose={() => send({ type: 'question-closed' })}
        onSee={() => send({ type: 'earlier-pressed' })}
        onAgain={() => send({ type: 'again-confirmed' })}
      />
    </Suspense>
  );
}
