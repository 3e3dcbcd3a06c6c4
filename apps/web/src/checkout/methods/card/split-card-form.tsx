import { cleanHolderName, readHolderName, type CardField, type CardFieldStates } from '@jawhara/domain';
import { useState, type RefObject } from 'react';
import { Field } from '../../../ui/field.tsx';
import { SchemeMark } from '../../../ui/scheme-mark.tsx';
import { word } from '../../../words/word.ts';
import type { CardNews, FieldFault } from './fields/card-fields.ts';
import type { RefusedField } from '../../machine/purchase/purchase-state.ts';
import { CvvHint } from './cvv-hint.tsx';
import { EnterForm } from './enter-form.tsx';
import { fieldSentence } from './field-sentence.ts';
import { fieldName, fieldRejected } from './fields/field-words.ts';
import { HostedField } from './hosted-field.tsx';

export interface SplitCardFormProps {
  news: CardNews;
  states: CardFieldStates;
  /** Confirm was pressed too early: now every field that is missing says so. */
  isPrompted: boolean;
  /** What the bank did not accept; null where it accepted everything or was not asked. */
  refused: RefusedField | null;
  holder: string;
  holderInput: RefObject<HTMLInputElement | null>;
  onHolder: (typed: string) => void;
  onEnter: () => void;
}

/** Number, expiry and CVV in the provider's frames, the name in our own field. */
export function SplitCardForm(props: SplitCardFormProps) {
  const { news, states, isPrompted, refused, holder, onHolder } = props;
  const { number, expiry, cvv } = news.fields;
  const [isCleaned, setIsCleaned] = useState(false);
  const leaveHolder = (): void => {
    const read = readHolderName(holder);
    setIsCleaned(read.kind === 'read' && read.isCleaned);
    onHolder(cleanHolderName(holder));
  };
  const sentence = (field: CardField, fault: FieldFault | null): string | null =>
    fieldSentence(field, states[field], fault, isPrompted) ??
    (field === refused ? fieldRejected(field) : null);
  return (
    <>
      <HostedField
        name={fieldName('number')}
        place="encryptedCardNumber"
        state={states.number}
        isFocused={number.isFocused}
        error={sentence('number', number.fault)}
        end={news.scheme !== null && <SchemeMark scheme={news.scheme} small />}
      />
      <div className="two-fields">
        <HostedField
          name={fieldName('expiry')}
          place="encryptedExpiryDate"
          state={states.expiry}
          isFocused={expiry.isFocused}
          error={sentence('expiry', expiry.fault)}
        />
        <HostedField
          name={fieldName('cvv')}
          aid={<CvvHint isShort />}
          place="encryptedSecurityCode"
          state={states.cvv}
          isFocused={cvv.isFocused}
          error={sentence('cvv', cvv.fault)}
          hint={word('card.cvvHint')}
        />
      </div>
      <EnterForm onEnter={props.onEnter}>
        <Field
          label={fieldName('holder')}
          value={holder}
          onChange={onHolder}
          onBlur={leaveHolder}
          dir="auto"
          autoComplete="cc-name"
          placeholder={word('card.holderHint')}
          isGood={states.holder === 'valid'}
          error={sentence('holder', null)}
          {...(isCleaned && { hint: word('card.holderSymbols') })}
          inputRef={props.holderInput}
          testId="card-holder"
        />
      </EnterForm>
    </>
  );
}
