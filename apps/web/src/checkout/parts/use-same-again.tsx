import type { OrderInfo } from '@jawhara/contract';
import type { Purchase } from '@jawhara/domain';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useNavigate } from '../../ui/navigation.tsx';

const SameAgainSheet = lazy(async () => ({
  default: (await import('./same-again-sheet.tsx')).SameAgainSheet,
}));

/** Goes on to the payment. An open sheet has added a history entry, which the next page replaces. */
type GoOn = (how?: { readonly replace?: boolean }) => void;

export type LookNow = (next: Purchase, now: Date) => OrderInfo | null;

interface PromptState {
  readonly earlier: OrderInfo;
  readonly now: Date;
  readonly goOn: GoOn;
}

export interface SameAgain {
  /** Goes on at once, or after a yes if the same was paid only just now. */
  readonly unlessJustPaid: (
    next: Purchase | null,
    goOn: GoOn,
    how?: { readonly replace?: boolean },
    /** Given where the payment must start inside the press itself, so the look-up must be synchronous. */
    lookNow?: LookNow | null,
  ) => void;
  readonly question: ReactNode;
}

/** A failed look-up must not keep the payer from paying. */
async function justPaid(next: Purchase, now: Date): Promise<OrderInfo | null> {
  try {
    return (await import('./order-just-paid.ts')).orderJustPaid(next, now);
  } catch {
    return null;
  }
}

/** "The same once more?", before anything is sent. Nothing of it is loaded on a device that has never ordered. */
export function useSameAgain(): SameAgain {
  const navigate = useNavigate();
  const [prompted, setPrompted] = useState<PromptState | null>(null);
  const close = (): void => setPrompted(null);
  return {
    unlessJustPaid(next, goOn, how, lookNow = null) {
      if (next === null || storedLastOrderId.read() === null) return goOn(how);
      const now = new Date();
      const goOnOrAsk = (earlier: OrderInfo | null): void =>
        earlier === null ? goOn(how) : setPrompted({ earlier, now, goOn });
      if (lookNow !== null) return goOnOrAsk(lookNow(next, now));
      return void justPaid(next, now).then(goOnOrAsk);
    },
    question: prompted !== null && (
      <Suspense fallback={null}>
        <SameAgainSheet
          earlier={prompted.earlier}
          now={prompted.now}
          onClose={close}
          onSee={() => navigate(`/pay-step?order_id=${prompted.earlier.orderId}`, { replace: true })}
          onAgain={() => {
            close();
            prompted.goOn({ replace: true });
          }}
        />
      </Suspense>
    ),
  };
}
