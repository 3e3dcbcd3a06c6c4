import type { OrderInfo } from '@jawhara/contract';
import { smallerPack } from '@jawhara/domain';
import { Suspense } from 'react';
import { readyLazy, askUntilThere } from '../../ui/lazy.tsx';
import { isWalletOffered, packOfOrder, usualPayType } from '../machine/methods.ts';
import type { ShownResult } from '../machine/purchase/purchase-view.ts';
import { useCheckout } from '../machine/use-checkout.ts';
import { ProgressView } from '../parts/progress-view.tsx';
import type { OrderShown } from '../parts/waiting-frame.tsx';

const { Part: ResultPanel, fetchPart: prepareResult } = readyLazy(() =>
  askUntilThere(async () => (await import('./result-panel.tsx')).ResultPanel),
);
/** Loads the code of the result panel. Called while the card is typed, so that the result need not wait for it. */
export { prepareResult };

interface ResultViewProps {
  shown: ShownResult;
  order: OrderInfo | null;
  known: OrderShown;
}

/** The result panel. Its presses become events of the machine. */
export function ResultView({ shown, order, known }: ResultViewProps) {
  const { state, dispatch } = useCheckout();
  const { offer } = state.checkout;
  const { packs, fine } = offer;
  const pack = packOfOrder(packs, order);
  const isWalletUsed = state.at === 'ended' && state.end?.used.kind === 'wallet';
  return (
    // A chunk that is late or lost is requested again; the wait stays on the screen until the chunk is loaded.
    <Suspense fallback={<ProgressView state={shown} shown={known} />}>
      <main className="page">
        <ResultPanel
          state={shown}
          order={order}
          summary={known.summary}
          payType={order?.payType ?? usualPayType(state.checkout)}
          isFine={order === null ? fine !== null : order.purpose === 'fine'}
          smaller={order?.purpose === 'gems' ? smallerPack(packs, order.priceUsdCents) : null}
          hasWallet={!isWalletUsed && isWalletOffered({ ...offer, pack })}
          send={dispatch}
          actions={{
            onRetry: (refused) => dispatch({ type: 'pay-again-pressed', now: new Date(), refused }),
            onRetryWith: () =>
              dispatch({ type: 'result-pressed', button: 'retry-other-amount', now: new Date() }),
            onOtherCard: () => dispatch({ type: 'other-card-pressed', now: new Date() }),
            onWallet: () => dispatch({ type: 'wallet-pressed', now: new Date() }),
            onRefresh: () => dispatch({ type: 'result-pressed', button: 'refresh', now: new Date() }),
            onClose: () => dispatch({ type: 'close-pressed' }),
          }}
        />
      </main>
    </Suspense>
  );
}
