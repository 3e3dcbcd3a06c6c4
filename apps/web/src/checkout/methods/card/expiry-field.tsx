import { formatExpiryWhileTyping, isExpiryAcceptable, readCardExpiry } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { isPc } from './use-card-keys.ts';
import { word } from '../../../words/word.ts';
import { fieldInvalid } from './fields/field-words.ts';
import type { StepProblem } from '../../machine/checkout-state.ts';

const SHAPE = 'MM/YY';

export interface ExpiryFieldProps {
  typed: string;
  onType: (shown: string) => void;
  now: Date;
  /** Why the last attempt failed. */
  problem: StepProblem | null;
  /** Confirm was pressed while the date was missing. */
  isPrompted?: boolean;
  /** Focused when the page opens, on PC only. */
  isFirst?: boolean;
}

/** The new date of a saved card. A date without a card number needs no field of the provider, so this field is our own. */
export function ExpiryField(props: ExpiryFieldProps) {
  const { typed, onType, now, problem, isPrompted = false, isFirst = false } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst && isPc()) input.current?.focus();
  }, [isFirst]);
  const [isLeft, setIsLeft] = useState(false);
  const expiry = readCardExpiry(typed);
  const isGood = expiry !== null && isExpiryAcceptable(expiry, now);
  const isWhole = typed.length >= SHAPE.length;
  const isWrong =
    !isGood && (isWhole || isPrompted || (isLeft && typed !== '') || problem === 'expiry-wrong');
  return (
    <Field
      label={word('dlg.expiry.field')}
      value={typed}
      onChange={(text) => onType(formatExpiryWhileTyping(text))}
      onBlur={() => setIsLeft(true)}
      inputMode="numeric"
      autoComplete="cc-exp"
      placeholder={SHAPE}
      isGood={isGood}
      error={isWrong ? fieldInvalid('expiry') : null}
      hint={word('card.expiryHint')}
      inputRef={input}
      testId="new-expiry"
    />
  );
}
