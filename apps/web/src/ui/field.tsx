import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
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
  testId?: string;
}

/** The page shows fields before it is awake: what was typed into them until then is taken over, and never lost. */
function useTypedBefore({ value, onChange }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const atFirst = useRef({ value, onChange });
  useLayoutEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== atFirst.current.value) atFirst.current.onChange(typed);
  }, []);
  return input;
}

export function Field(props: FieldProps) {
  const { label, value, hint, error = null, isGood = false, dir = 'ltr', start, end } = props;
  const input = useTypedBefore(props);
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id} className={classes(props.isLabelHidden && 'visually-hidden')}>
        {label}
      </label>
      <div className={classes('input-box', error !== null && 'bad', error === null && isGood && 'good')}>
        {start}
        <input
          id={id}
          ref={input}
          dir={dir}
          type={props.type ?? 'text'}
          inputMode={props.inputMode}
          value={value}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          maxLength={props.maxLength}
          aria-invalid={error !== null || undefined}
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
