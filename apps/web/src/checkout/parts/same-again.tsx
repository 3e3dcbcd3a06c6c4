import { Suspense } from 'react';
import { usePageValue } from '../../page-scope.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import type { Guards } from '../machine/guard-page.ts';
import { createRepeatConsents } from '../machine/repeat-consents.ts';
import { SameAgainSheet } from './late-parts.ts';

/**
 * [ORD-20] "The same once more?" is asked before anything is sent, based on the earlier orders that the server listed.
 */
export function SameAgain({ guards: { state, send } }: { guards: Guards }) {
  const navigate = useNavigate();
  const repeats = usePageValue(createRepeatConsents);
  if (state.at !== 'same-again') return null;
  const { question, now } = state;
  const { order, repeatOf } = question;
  if (order === null) return null;
  const { priceUsdCents, recipient } = order;
  return (
    <Suspense fallback={null}>
      <SameAgainSheet
        question={question}
        now={now}
        priceUsdCents={priceUsdCents}
        onClose={() => send({ type: 'question-closed' })}
        onSee={() => navigate(`/pay-step?order_id=${order.orderId}`, { replace: true })}
        onAgain={() => {
          repeats.confirm({ priceUsdCents, recipientId: recipient.accountId }, repeatOf);
          send({ type: 'again-confirmed' });
        }}
      />
    </Suspense>
  );
}
