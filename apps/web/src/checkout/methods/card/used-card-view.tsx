import { useSteadyConfig, type SiteConfigState } from '../../../api/use-site-config.ts';
import type { OrderSummary } from '../../parts/order-strip.tsx';
import { isCvvAgain, type EntryProblem } from '../../machine/purchase/purchase-state.ts';
import {
  NOTHING_TYPED,
  type PayStep,
  type StepInputs,
  type StepProblem,
} from '../../machine/checkout-state.ts';
import { isCvvSpent } from '../../machine/on-result.ts';
import { useCheckout } from '../../machine/use-checkout.ts';
import { payAmount } from '../../parts/pay-amount.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { word } from '../../../words/word.ts';
import { StepPage } from '../../parts/step-page.tsx';
import { CvvStep, type CvvStepProps } from './cvv-step.tsx';
import { EMPTY_CARD, isExpiryAcceptable, readCardExpiry, usdText } from '@jawhara/domain';
import { useState } from 'react';
import { readUrlParameters } from '../../../browser/link.ts';
import { Note } from '../../../ui/note.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { fieldInvalid } from './fields/field-words.ts';
import { useNow } from '../../parts/use-now.ts';
import { stepProblemSentence } from './problem-note.tsx';

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

interface ExpiryStepProps extends Omit<CvvStepProps, 'newDate' | 'confirmLabel' | 'onConfirm' | 'onDelete'> {
  stepProblem: StepProblem | null;
  onConfirm: (inputs: StepInputs) => void;
}

/** A step to type the new date and the CVV on one page. */
export function ExpiryStep({ stepProblem, onConfirm, ...props }: ExpiryStepProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const [typed, setTyped] = useState('');
  const [isPrompted, setIsPrompted] = useState(false);
  const expiry = readCardExpiry(typed);
  const isExpiryTest = readUrlParameters(location).testUpdateDate !== null;
  const isGood = isExpiryTest || (expiry !== null && isExpiryAcceptable(expiry, now));
  const sentence = stepProblemSentence(stepProblem);
  return (
    <>
      {sentence !== null && <Note kind="error">{sentence}</Note>}
      <CvvStep
        {...props}
        confirmLabel={word('pay.updateAndPayAmount', {
          amount: isolatedLtr(usdText(props.order.priceUsdCents)),
        })}
        newDate={{
          field: { typed, onType: setTyped, now, problem: stepProblem, isPrompted },
          held: isGood ? null : fieldInvalid('expiry'),
          onPrompt: () => setIsPrompted(true),
        }}
        onConfirm={(cvv) => onConfirm({ fields: EMPTY_CARD, cvv, expiry: typed, isExpiryTest })}
      />
    </>
  );
}

interface UsedCardViewProps {
  step: Extract<PayStep, { at: 'cvv' | 'cvv-unremembered' | 'modify-expiry' }>;
  order: OrderSummary;
  config: SiteConfigState;
  problem: EntryProblem | null;
  stepProblem: StepProblem | null;
  isPaying: boolean;
}

/** The step of a saved card and its missing input: the CVV, or a new date and the CVV. */
export function UsedCardView(props: UsedCardViewProps) {
  const { step } = props;
  const { state, dispatch, fields } = useCheckout();
  const onConfirm = (inputs: StepInputs): void =>
    void dispatch({ type: 'confirm-pressed', inputs, now: new Date() });
  const { card } = step;
  const shared = {
    order: props.order,
    card,
    config: useSteadyConfig(props.config),
    problem: props.problem,
    isPaying: props.isPaying,
    isOnline: useOnline(),
    isSpent: isCvvAgain(props.problem) && isCvvSpent(state.checkout),
    onTokeniser: fields.setCvv,
    onOtherCard: () => dispatch({ type: 'other-card-pressed', now: new Date() }),
  };
  const isDate = step.at === 'modify-expiry';
  const onDelete = { onDelete: () => dispatch({ type: 'delete-pressed', sourceId: card.sourceId }) };
  return (
    <StepPage
      title={
        isDate
          ? word('step.modifyExpiry')
          : isCvvAgain(props.problem)
            ? word('step.cvvAgain')
            : word('step.cvv')
      }
      onBack={() => dispatch({ type: 'back-pressed' })}
      isWide
    >
      {isDate ? (
        <ExpiryStep {...shared} stepProblem={props.stepProblem} onConfirm={onConfirm} />
      ) : (
        <CvvStep
          {...shared}
          confirmLabel={payAmount(props.order.priceUsdCents)}
          onConfirm={(cvv) => onConfirm({ ...NOTHING_TYPED, cvv })}
          {...(step.at === 'cvv' && onDelete)}
        />
      )}
    </StepPage>
  );
}
