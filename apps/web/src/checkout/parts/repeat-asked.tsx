import { Suspense, useState } from 'react';
import type { CheckoutEvent, CheckoutState } from '../machine/checkout-state.ts';
import { priceOf } from '../machine/methods.ts';
import { SameAgainSheet } from './late-parts.ts';

interface RepeatAskedProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
}

/** [ORD-20] The server asks when the order is placed, or when the wallet's token comes. The step stays under the question. */
export function RepeatAsked({ state, send }: RepeatAskedProps) {
  if (state.at !== 'purchasing' || state.purchase.at !== 'same-again') return null;
  return <Asked state={state} send={send} />;
}

type AskedState = Extract<CheckoutState, { at: 'purchasing' }>;

function Asked({
  state: { checkout, purchase },
  send,
}: {
  state: AskedState;
  send: RepeatAskedProps['send'];
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
