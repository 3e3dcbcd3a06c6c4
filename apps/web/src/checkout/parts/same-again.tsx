import { Suspense } from 'react';
import { useNavigate } from '../../ui/navigation.tsx';
import type { Guards } from '../machine/guard-page.ts';
import { SameAgainSheet } from './late-parts.ts';

/** "The same once more?" is asked before anything is sent. */
export function SameAgain({ guards: { state, send } }: { guards: Guards }) {
  const navigate = useNavigate();
  if (state.at !== 'paid-just-now') return null;
  const { earlier, now } = state;
  return (
    <Suspense fallback={null}>
      <SameAgainSheet
        earlier={earlier}
        now={now}
        onClose={() => send({ type: 'question-closed' })}
        onSee={() => navigate(`/pay-step?order_id=${earlier.orderId}`, { replace: true })}
        onAgain={() => send({ type: 'again-confirmed' })}
      />
    </Suspense>
  );
}
