import type { HTMLInputAutoCompleteAttribute, ReactNode, RefObject } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  hint?: ReactNode;
  /** A sentence under the field; the field is then marked invalid. */
  error?: string | null;
  /** Draws the invalid border; the error is shown elsewhere. */
  isBad?: boolean;
  /** Draws the valid border and tick. */
  isGood?: boolean;
  isLabelHidden?: boolean;
  placeholder?: string;
  /** Numbers and Latin text: `ltr` (default). Free text: `auto`. */
  dir?: 'ltr' | 'auto';
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  type?: 'text' | 'password';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  start?: ReactNode;
  end?: ReactNode;
  onBlur?: () => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  name?: string;
  testId?: string;
}

/** The page shows fields before it is hydrated: text typed until then is passed to the component. */
function useTypedBefore({ value, onChange, inputRef }: FieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const atFirst = useRef({ value, onChange });
  useLayoutEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== atFirst.current.value) atFirst.current.onChange(typed);
  }, [input]);
  return input;
}

export function Field(props: FieldProps) {
  const { label, value, hint, error = null, isBad = false, isGood = false, dir = 'ltr', start, end } = props;
  const input = useTypedBefore(props);
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id} className={classes(props.isLabelHidden && 'visually-hidden')}>
        {label}
      </label>
      <div
        className={classes(
          'input-box',
          (isBad || error !== null) && 'bad',
          error === null && isGood && 'good',
        )}
      >
        {start}
        <input
          id={id}
          ref={input}
          name={props.name}
          dir={dir}
          type={props.type ?? 'text'}
          inputMode={props.inputMode}
          value={value}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          maxLength={props.maxLength}
          aria-invalid={isBad || error !== null || undefined}
          aria-describedby={classes(error !== null && errorId, hint !== undefined && hintId) || undefined}
          data-testid={props.testId}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
        />
        {error === null && isGood && <Icon name="circle-check" size="s" />}
        {end}
      </div>
      <div role="alert">
        {error !== null && (
          <p id={errorId} className="field-error">
            <Icon name="circle-alert" size="xs" />
            {error}
          </p>
        )}
      </div>
      {hint !== undefined && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
