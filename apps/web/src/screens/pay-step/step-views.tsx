import type { PayType } from '@jawhara/domain';
import { lazy, Suspense, useState } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { hasCardDialog } from '../../checkout/saved-cards/has-card-dialog.ts';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import type { StepFacts } from '../../checkout/saved-cards/use-step-facts.ts';
import { NOTHING_TYPED } from '../../checkout/steps/step-inputs.ts';
import { pageOf } from '../../checkout/steps/step-stack.ts';
import type { PayStep, StepInputs, StepsState } from '../../checkout/steps/steps-state.ts';
import { CardView } from './card-view.tsx';
import { ChoosingView } from './choosing-view.tsx';
import { KeptCardView } from './kept-card-view.tsx';
import { NoPack } from './no-pack.tsx';
import { cardProblem, isPaying } from './pay-step-view.ts';
import { ProgressView } from './progress-view.tsx';
import type { Choice } from './use-choice.ts';
import { useFrameGate } from './use-frame-gate.ts';
import type { CardSources } from './use-payments.ts';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/saved-cards/card-dialogs.tsx')).CardDialogs,
}));

const LOADING: SiteConfigState = { kind: 'loading' };

export interface StepViewsProps {
  purchase: PurchaseState;
  choice: Choice;
  facts: StepFacts;
  sources: CardSources;
  /** The step is not known yet, or the payer is on the way to another page. */
  isWaiting: boolean;
}

/** The purchase is on a step, not at the bank, at a result or with another card of its own. */
function isOnStep({ at }: PurchaseState): boolean {
  return at === 'card-entry' || at === 'tokenising' || at === 'placing';
}

function pageIn(steps: StepsState): PayStep | null {
  return steps.at === 'left' ? null : pageOf(steps.checkout);
}

/** The frame stays what it was while other pages lie over it. `nth`: after another card was wanted, a new one. */
function useFrame(page: PayStep | null, nth: number): PayType | null {
  const [frame, setFrame] = useState<{ nth: number; payType: PayType } | null>(null);
  if (page?.at === 'new-card' && (frame?.payType !== page.payType || frame.nth !== nth)) {
    setFrame({ nth, payType: page.payType });
    return page.payType;
  }
  return frame?.nth === nth ? frame.payType : null;
}

/** The steps in which a method is chosen and a card is typed. */
export function StepViews({ purchase, choice, facts, sources, isWaiting }: StepViewsProps) {
  const { state: steps, send } = usePaySteps();
  const page = pageIn(steps);
  const isShown = isOnStep(purchase) && !isWaiting && choice.order !== null;
  const isFrameShown = isShown && page?.at === 'new-card';
  const payType = useFrame(page, choice.cardNth);
  const isFrameOpen = useFrameGate(isFrameShown, choice.cardNth);

  const confirm = (inputs: StepInputs): void =>
    void send({ type: 'confirm-pressed', inputs, now: new Date() });
  if (isOnStep(purchase) && choice.order === null) {
    return choice.isLoading ? <ProgressView state={null} /> : <NoPack />;
  }
  return (
    <>
      {isOnStep(purchase) && isWaiting && <ProgressView state={null} />}
      {choice.order !== null && (
        <CardView
          key={choice.cardNth}
          isShown={isFrameShown}
          order={choice.order}
          pack={choice.pack}
          payType={payType}
          config={isFrameOpen ? facts.config : LOADING}
          problem={cardProblem(purchase)}
          isPaying={isPaying(purchase)}
          onBack={() => send({ type: 'back-pressed' })}
          onTokeniser={sources.setNewCard}
          onConfirm={(fields) => confirm({ ...NOTHING_TYPED, fields })}
        />
      )}
      {isShown && page !== null && page.at !== 'new-card' && (
        <OtherPage {...{ page, steps, purchase, choice, facts, sources, confirm }} />
      )}
      {isShown && hasCardDialog(steps) && (
        <Suspense fallback={null}>
          <CardDialogs state={steps} send={send} />
        </Suspense>
      )}
    </>
  );
}

interface OtherPageProps extends Omit<StepViewsProps, 'isWaiting'> {
  page: Exclude<PayStep, { at: 'new-card' }>;
  steps: StepsState;
  confirm: (inputs: StepInputs) => void;
}

function OtherPage({ page, steps, purchase, choice, facts, sources, confirm }: OtherPageProps) {
  const { send } = usePaySteps();
  if (steps.at === 'left' || choice.order === null) return null;
  const stepProblem = steps.at === 'choosing' ? steps.problem : null;
  const shared = { order: choice.order, send, onConfirm: confirm };
  if (page.at === 'home' || page.at === 'saved-cards') {
    const { checkout } = steps;
    return <ChoosingView {...shared} at={page.at} checkout={checkout} facts={facts} problem={stepProblem} />;
  }
  return (
    <KeptCardView
      key={`${page.at} ${page.card.sourceId}`}
      {...shared}
      step={page}
      config={facts.config}
      problem={cardProblem(purchase)}
      stepProblem={stepProblem}
      isPaying={isPaying(purchase) || steps.at === 'updating'}
      onTokeniser={sources.setCvv}
    />
  );
}
