import type { ReactNode } from 'react';
import type { CardFieldState } from '@jawhara/domain';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { word } from '../../../words/word.ts';

export interface EnterFormProps {
  /** Enter was pressed in the form's field. */
  onEnter: () => void;
  isInert?: boolean;
  children: ReactNode;
}

/** A form round one field of ours, so that Enter does what the pay button does. */
export function EnterForm({ onEnter, isInert = false, children }: EnterFormProps) {
  return (
    <form
      noValidate
      inert={isInert}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      {children}
    </form>
  );
}

export interface HostedFieldProps {
  name: string;
  /** An element beside the label. */
  aid?: ReactNode;
  /** The name of the field in the provider's script, which puts a frame into the element with this attribute. */
  place: 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode';
  state: CardFieldState;
  isFocused: boolean;
  /** A sentence under the field; the field is then marked invalid. */
  error: string | null;
  hint?: string;
  end?: ReactNode;
  isLarge?: boolean;
}

/** Our box around one field of the provider. This page cannot read what is typed in it. */
export function HostedField(props: HostedFieldProps) {
  const { name, aid, place, state, isFocused, error, hint, end, isLarge = false } = props;
  const isGood = error === null && state === 'valid';
  return (
    <div className="field min-w-0">
      <div className="field-label">
        {name}
        {aid}
      </div>
      <div
        className={classes(
          'input-box',
          isFocused && 'focused',
          error !== null && 'bad',
          isGood && 'good',
          isLarge && 'large',
        )}
        data-testid={place}
        data-state={state}
      >
        <span data-cse={place} className="sealed" dir="ltr" />
        {end}
        {isGood && !isLarge && <Icon name="circle-check" size="s" />}
      </div>
      <div role="alert">
        {error !== null && (
          <p className="field-error">
            <Icon name="circle-alert" size="xs" />
            {/* The focus is in the provider's frame, which is not linked to this sentence, so the spoken text names the field. */}
            <span className="visually-hidden">
              {word('a11y.fieldError', { input: name, message: error })}
            </span>
            <span aria-hidden="true">{error}</span>
          </p>
        )}
      </div>
      {hint !== undefined && error === null && <p className="field-hint">{hint}</p>}
    </div>
  );
}
