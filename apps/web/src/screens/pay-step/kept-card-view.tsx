import { lazy, Suspense } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import type { OrderSummary } from '../../checkout/order-strip.tsx';
import type { EntryProblem, Tokeniser } from '../../checkout/purchase/purchase-state.ts';
import { NOTHING_TYPED } from '../../checkout/steps/step-inputs.ts';
import type { PayStep, StepInputs, StepProblem, StepsEvent } from '../../checkout/steps/steps-state.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { StepPage } from './step-page.tsx';
import { useSteadyConfig } from './use-steady-config.ts';

const CvvStep = lazy(async () => ({ default: (await import('../../checkout/card/cvv-step.tsx')).CvvStep }));
const ExpiryStep = lazy(async () => ({
  default: (await import('../../checkout/saved-cards/expiry-step.tsx')).ExpiryStep,
}));

export interface KeptCardViewProps {
  step: Extract<PayStep, { at: 'cvv' | 'cvv-unremembered' | 'modify-expiry' }>;
  order: OrderSummary;
  config: SiteConfigState;
  problem: EntryProblem | null;
  stepProblem: StepProblem | null;
  isPaying: boolean;
  send: (event: StepsEvent) => void;
  onConfirm: (inputs: StepInputs) => void;
  onTokeniser: (tokenise: Tokeniser) => void;
}

/** A card that is kept, with what is still to be typed: its CVV, or a new date and its CVV. */
export function KeptCardView(props: KeptCardViewProps) {
  const { step, send, onConfirm } = props;
  const { card } = step;
  const shared = {
    order: props.order,
    card,
    config: useSteadyConfig(props.config),
    problem: props.problem,
    isPaying: props.isPaying,
    isOnline: useOnline(),
    onTokeniser: props.onTokeniser,
    onOtherCard: () => send({ type: 'other-card-pressed', now: new Date() }),
  };
  const isDate = step.at === 'modify-expiry';
  const onDelete = { onDelete: () => send({ type: 'delete-pressed', sourceId: card.sourceId }) };
  return (
    <StepPage
      title={isDate ? word('step.modifyExpiry') : word('step.cvv')}
      onBack={() => send({ type: 'back-pressed' })}
    >
      <Suspense fallback={<Skeleton width="100%" height="12rem" />}>
        {isDate ? (
          <ExpiryStep {...shared} stepProblem={props.stepProblem} onConfirm={onConfirm} />
        ) : (
          <CvvStep
            {...shared}
            confirmLabel={word('pay.ok')}
            onConfirm={(cvv) => onConfirm({ ...NOTHING_TYPED, cvv })}
            {...(step.at === 'cvv' && onDelete)}
          />
        )}
      </Suspense>
    </StepPage>
  );
}
