import { useEffect } from 'react';
import type { PurchaseEvent, PurchaseState } from '../machine/purchase/purchase-state.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { word } from '../../words/word.ts';

interface SentAwayViewProps {
  state: Extract<PurchaseState, { at: 'sent-away' }>;
  send: (event: PurchaseEvent) => void;
}

/** The redirect to the provider's page; a payer who comes back without a result can go there again or give up. */
export function SentAwayView({ state, send }: SentAwayViewProps) {
  const { orderId, isHere } = state;
  useEffect(() => {
    // The browser may restore this page from its cache on Back.
    const onShown = (event: PageTransitionEvent): void => {
      if (event.persisted) send({ type: 'still-here', orderId });
    };
    addEventListener('pageshow', onShown);
    return () => removeEventListener('pageshow', onShown);
  }, [orderId, send]);
  if (!isHere) {
    return (
      <main className="page">
        <div
          className="narrow state-block min-h-[60vh] justify-center"
          role="status"
          data-testid="going-away"
        >
          <Spinner />
          <p className="h2">{word('progress.goingToPay')}</p>
        </div>
      </main>
    );
  }
  return (
    <>
      <AppBar title={word('step.cardFrame')} onBack={() => send({ type: 'back-pressed' })} />
      <main className="page">
        <div className="narrow state-block min-h-[60vh] justify-center" data-testid="sent-away">
          <BadgeIcon icon="credit-card" />
          <h1 className="h2">{word('away.title')}</h1>
          <p className="muted text-center">{word('away.body')}</p>
          <div className="col gap-14 w-full">
            <Button onPress={() => send({ type: 'go-on-pressed' })} testId="go-on">
              {word('away.goOn')}
            </Button>
            <Button variant="outline" onPress={() => send({ type: 'back-pressed' })} testId="give-up">
              {word('dlg.back.leave')}
            </Button>
          </div>
        </div>
      </main>
    </>
  );
}
