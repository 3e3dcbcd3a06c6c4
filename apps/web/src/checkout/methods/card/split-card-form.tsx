import {
  cardFieldMessage,
  type CardField,
  type CardFieldState,
  cleanHolderName,
  readHolderName,
  type CardFieldStates,
} from '@jawhara/domain';
import { useState, type RefObject } from 'react';
import { word } from '../../../words/word.ts';
import type { FieldFault, CardNews } from './fields/card-fields.ts';
import { fieldInvalid, fieldRequired, fieldName, fieldRejected } from './fields/field-words.ts';
import { Field } from '../../../ui/field.tsx';
import { SchemeMark } from '../../../ui/marks.tsx';
import type { RefusedField } from '../../machine/purchase/purchase-state.ts';
import { CvvHint } from './cvv-hint.tsx';
import { EnterForm } from './enter-form.tsx';
import { HostedField } from './hosted-field.tsx';

/** The sentence under a field; null where none is needed. An empty field is no mistake before the payer wants to pay. */
function fieldSentence(
  field: CardField,
  state: CardFieldState,
  fault: FieldFault | null,
  isPrompted: boolean,
): string | null {
  const message = cardFieldMessage(state);
  if (message === null) return null;
  if (message === 'fill-in') return isPrompted ? fieldRequired(field) : null;
  if (fault === 'brand-not-accepted') return word('card.brand');
  if (fault === 'expired') return word('card.expired');
  return field === 'holder' ? word('card.holderLong') : fieldInvalid(field);
}

interface SplitCardFormProps {
  news: CardNews;
  states: CardFieldStates;
  /** Confirm was pressed too early: now every field that is missing says so. */
  isPrompted: boolean;
  /** The field that the bank did not accept; null where the bank accepted everything or was not asked. */
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
