import { createElement } from 'react';
import { HomeMethods } from './home-methods.tsx';
import type { Facts } from './use-facts.ts';
import { OrderStrip, type OrderSummary } from '../parts/order-strip.tsx';
import { NOTHING_TYPED, type Checkout, type StepProblem } from '../machine/checkout-state.ts';
import { useCheckout } from '../machine/use-checkout.ts';
import { payAmount } from '../parts/pay-amount.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/values.tsx';
import { useGoBack } from '../../ui/navigation.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { word } from '../../words/word.ts';
import { useWalletKit } from '../parts/wallet-kit.tsx';
import { StepPage } from '../parts/step-page.tsx';
import { SavedCardsStep } from './card/saved-cards-step.tsx';

interface ChoosingViewProps {
  /** HOME as a page of its own, or the list of saved cards. */
  at: 'home' | 'saved-cards';
  checkout: Checkout;
  order: OrderSummary;
  facts: Facts;
  problem: StepProblem | null;
}

/** A card known only from the last visit cannot pay before the list is read. */
function heldBy({ method, cards }: Checkout): string | null {
  if (method === null) return word('method.none');
  if (method.kind !== 'seen-card') return null;
  return cards.kind === 'failed' ? word('method.cardsError') : word('method.cardsChecking');
}

/** The steps with a choice of methods and no fields. */
export function ChoosingView({ at, checkout, order, facts, problem }: ChoosingViewProps) {
  const { dispatch } = useCheckout();
  const kit = useWalletKit();
  const goBack = useGoBack('/pay');
  const confirm = (): void =>
    void dispatch({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() });
  if (at === 'saved-cards') {
    return (
      <StepPage title={word('step.savedList')} onBack={() => dispatch({ type: 'back-pressed' })}>
        <SavedCardsStep
          order={order}
          checkout={checkout}
          problem={problem}
          send={dispatch}
          onConfirm={confirm}
        />
      </StepPage>
    );
  }
  const { method, offer } = checkout;
  const Own = (method?.kind === 'wallet' ? kit?.buttonFor(offer.wallet) : null) ?? null;
  return (
    <StepPage title={word('step.home')} onBack={goBack}>
      <OrderStrip order={order} />
      <HomeMethods
        checkout={checkout}
        areCardsExpected={facts.areCardsAwaited}
        onRetryCards={facts.retryCards}
        send={dispatch}
      />
      <PayBar total={<Money cents={order.priceUsdCents} />}>
        {Own === null ? (
          <Button icon="lock-keyhole" held={heldBy(checkout)} onPress={confirm} testId="pay-now">
            {payAmount(order.priceUsdCents)}
          </Button>
        ) : (
          createElement(Own, { onPress: confirm })
        )}
      </PayBar>
    </StepPage>
  );
}
