import { lazy, Suspense } from 'react';
import { HomeMethods } from '../../checkout/saved-cards/home-methods.tsx';
import type { StepFacts } from '../../checkout/saved-cards/use-step-facts.ts';
import { OrderStrip, type OrderSummary } from '../../checkout/order-strip.tsx';
import { NOTHING_TYPED } from '../../checkout/steps/step-inputs.ts';
import type { Checkout, StepInputs, StepProblem, StepsEvent } from '../../checkout/steps/steps-state.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { useGoBack } from '../../ui/navigation.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { word } from '../../words/word.ts';
import { StepPage } from './step-page.tsx';

const SavedCardsStep = lazy(async () => ({
  default: (await import('../../checkout/saved-cards/saved-cards-step.tsx')).SavedCardsStep,
}));

export interface ChoosingViewProps {
  /** HOME on a page of its own, or the list of saved cards. */
  at: 'home' | 'saved-cards';
  checkout: Checkout;
  order: OrderSummary;
  facts: StepFacts;
  problem: StepProblem | null;
  send: (event: StepsEvent) => void;
  onConfirm: (inputs: StepInputs) => void;
}

/** The steps on which a method is chosen and nothing is typed. */
export function ChoosingView({ at, checkout, order, facts, problem, send, onConfirm }: ChoosingViewProps) {
  const goBack = useGoBack('/pay');
  if (at === 'saved-cards') {
    return (
      <StepPage title={word('step.savedList')} onBack={() => send({ type: 'back-pressed' })}>
        <Suspense fallback={<Skeleton width="100%" height="12rem" />}>
          <SavedCardsStep
            order={order}
            checkout={checkout}
            problem={problem}
            send={send}
            onConfirm={() => onConfirm(NOTHING_TYPED)}
          />
        </Suspense>
      </StepPage>
    );
  }
  return (
    <StepPage title={word('step.home')} onBack={goBack}>
      <OrderStrip order={order} />
      <HomeMethods
        checkout={checkout}
        areCardsExpected={facts.areCardsAwaited}
        onRetryCards={facts.retryCards}
        send={send}
      />
      <PayBar total={<Money cents={order.priceUsdCents} />}>
        <Button
          icon="lock-keyhole"
          held={checkout.method === null ? word('method.none') : null}
          onPress={() => onConfirm(NOTHING_TYPED)}
          testId="pay-now"
        >
          {word('pay.now')}
        </Button>
      </PayBar>
    </StepPage>
  );
}
