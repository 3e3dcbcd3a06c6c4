import type { PayType } from '@jawhara/domain';
import { useState } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import { CardView } from '../../checkout/methods/card/card-view.tsx';
import { OpenCardDialog } from '../../checkout/methods/card/card-dialogs.tsx';
import { UsedCardView } from '../../checkout/methods/card/used-card-view.tsx';
import { useFrameGate } from '../../checkout/methods/card/use-frame-gate.ts';
import { ChoosingView } from '../../checkout/methods/choosing-view.tsx';
import { NoPack } from '../../checkout/parts/step-page.tsx';
import type { Choice } from '../../checkout/parts/use-fine-choice.ts';
import type { CheckoutState, PayStep } from '../../checkout/machine/checkout-state.ts';
import { isPaying, isStillOnStep } from '../../checkout/machine/purchase/purchase-view.ts';
import { isOnStep, isUpdating, pageOf } from '../../checkout/machine/step-stack.ts';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import type { Facts } from '../../checkout/methods/use-facts.ts';
import { OpeningView } from '../../checkout/parts/opening-view.tsx';

const LOADING: SiteConfigState = { kind: 'loading' };

interface StepViewsProps {
  choice: Choice;
  facts: Facts;
  /** True while the step to show is not known yet, or while the payer is leaving for another page. */
  isWaiting: boolean;
}

/** The pay type of the card fields' frame. The frame stays while other steps cover it; a new `nth` stands for another card. */
function useFrame(page: PayStep, nth: number): PayType | null {
  const [frame, setFrame] = useState<{ nth: number; payType: PayType } | null>(null);
  if (page.at === 'new-card' && (frame?.payType !== page.payType || frame.nth !== nth)) {
    setFrame({ nth, payType: page.payType });
    return page.payType;
  }
  return frame?.nth === nth ? frame.payType : null;
}

/** False at the bank, at a result, or while another card is typed for the same order. */
function isStepShown(state: CheckoutState): boolean {
  return isOnStep(state) || (state.at === 'purchasing' && isStillOnStep(state.purchase));
}

/**
 * True once the typed card has paid, so that its fields are discarded. A refused card stays in the provider's frame for its
 * retry.
 */
function isCardSpent(state: CheckoutState): boolean {
  return state.at === 'ended' && state.purchase.at === 'paid';
}

/** The steps in which a method is chosen and a card is typed. */
export function StepViews({ choice, facts, isWaiting }: StepViewsProps) {
  const { state, dispatch, fields } = useCheckout();
  const { checkout } = state;
  const page = pageOf(checkout);
  const isHere = isStepShown(state);
  const isShown = isHere && !isWaiting && choice.order !== null;
  const isFrameShown = isShown && page.at === 'new-card';
  const payType = useFrame(page, checkout.cardNth);
  const isFrameOpen = useFrameGate(isFrameShown, checkout.cardNth);

  if (isHere && choice.order === null) return choice.isLoading ? <OpeningView /> : <NoPack />;
  return (
    <>
      {isHere && isWaiting && <OpeningView />}
      {choice.order !== null && !isCardSpent(state) && (
        <CardView
          key={checkout.cardNth}
          isShown={isFrameShown}
          order={choice.order}
          pack={choice.pack}
          payType={payType}
          config={isFrameOpen ? facts.config : LOADING}
          problem={checkout.stopped}
          isPaying={state.at === 'purchasing' && isPaying(state.purchase)}
          onTokeniser={fields.setNewCard}
        />
      )}
      {isShown && page.at !== 'new-card' && <OtherPage page={page} choice={choice} facts={facts} />}
      {isShown && <OpenCardDialog state={state} send={dispatch} />}
    </>
  );
}

interface OtherPageProps extends Omit<StepViewsProps, 'isWaiting'> {
  page: Exclude<PayStep, { at: 'new-card' }>;
}

function OtherPage({ page, choice, facts }: OtherPageProps) {
  const { state } = useCheckout();
  const { checkout } = state;
  if (choice.order === null) return null;
  const problem = isOnStep(state) ? state.problem : null;
  if (page.at === 'home' || page.at === 'saved-cards') {
    return (
      <ChoosingView at={page.at} checkout={checkout} order={choice.order} facts={facts} problem={problem} />
    );
  }
  return (
    <UsedCardView
      // The same key when the card turns out to be saved meanwhile, so that the component keeps the typed text.
      key={`${page.at === 'modify-expiry'} ${page.card.sourceId}`}
      order={choice.order}
      step={page}
      config={facts.config}
      problem={checkout.stopped}
      stepProblem={problem}
      isPaying={state.at === 'purchasing' || isUpdating(state)}
    />
  );
}
