import { EMPTY_CARD, isExpiryAcceptable, readCardExpiry, usdText } from '@jawhara/domain';
import { useState } from 'react';
import { readUrlParameters } from '../../../browser/link.ts';
import { Note } from '../../../ui/note.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { CvvStep, type CvvStepProps } from './cvv-step.tsx';
import { fieldInvalid } from './fields/field-words.ts';
import { useNow } from '../../parts/use-now.ts';
import type { StepInputs, StepProblem } from '../../machine/checkout-state.ts';
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
