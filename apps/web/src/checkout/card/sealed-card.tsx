import { cleanHolderName, readHolderName, type CardFieldStates } from '@jawhara/domain';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { word } from '../../words/word.ts';
import type { CardNews } from './card-fields.ts';
import { CvvHint } from './cvv-hint.tsx';
import { fieldSentence } from './field-sentence.ts';
import { fieldName } from './field-words.ts';
import { SealedField } from './sealed-field.tsx';

export interface SealedCardProps {
  news: CardNews;
  states: CardFieldStates;
  /** Confirm was pressed too early: now every field that is missing says so. */
  isAsked: boolean;
  holder: string;
  onHolder: (typed: string) => void;
}

/** Number, expiry and CVV in the provider's frames, the name in our own field. */
export function SealedCard({ news, states, isAsked, holder, onHolder }: SealedCardProps) {
  const { number, expiry, cvv } = news.fields;
  const [isCleaned, setIsCleaned] = useState(false);
  const leaveHolder = (): void => {
    const read = readHolderName(holder);
    setIsCleaned(read.kind === 'read' && read.isCleaned);
    onHolder(cleanHolderName(holder));
  };
  return (
    <>
      <SealedField
        label={fieldName('number')}
        place="encryptedCardNumber"
        state={states.number}
        isFocused={number.isFocused}
        error={fieldSentence('number', states.number, number.fault, isAsked)}
        end={news.scheme !== null && <SchemeMark scheme={news.scheme} small />}
      />
      <div className="two-fields">
        <SealedField
          label={fieldName('expiry')}
          place="encryptedExpiryDate"
          state={states.expiry}
          isFocused={expiry.isFocused}
          error={fieldSentence('expiry', states.expiry, expiry.fault, isAsked)}
        />
        <SealedField
          label={
            <>
              {fieldName('cvv')}
              <CvvHint isShort />
            </>
          }
          place="encryptedSecurityCode"
          state={states.cvv}
          isFocused={cvv.isFocused}
          error={fieldSentence('cvv', states.cvv, cvv.fault, isAsked)}
          hint={word('card.cvvHint')}
        />
      </div>
      <Field
        label={fieldName('holder')}
        value={holder}
        onChange={onHolder}
        onBlur={leaveHolder}
        dir="auto"
        autoComplete="cc-name"
        placeholder={word('card.holderHint')}
        isGood={states.holder === 'valid'}
        error={fieldSentence('holder', states.holder, null, isAsked)}
        {...(isCleaned && { hint: word('card.holderSymbols') })}
        testId="card-holder"
      />
    </>
  );
}
