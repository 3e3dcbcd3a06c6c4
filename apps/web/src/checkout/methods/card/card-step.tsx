import {
  cardFieldMessage,
  cleanHolderName,
  readHolderName,
  type CardField,
  type CardFieldState,
  type CardFieldStates,
} from '@jawhara/domain';
import { useState, type RefObject } from 'react';
import { word } from '../../../words/word.ts';
import type { FieldFault, CardNews } from './fields/card-fields.ts';
import { fieldInvalid, fieldRequired, fieldName, fieldRejected } from './fields/field-words.ts';
import { Field } from '../../../ui/field.tsx';
import { SchemeMark } from '../../../ui/marks.tsx';
import { isCvvAgain, type RefusedField } from '../../machine/purchase/purchase-state.ts';
import { CvvHint } from './cvv-hint.tsx';
import { EnterForm, HostedField } from './hosted-field.tsx';
import { Approx } from '../../../ui/values.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { payAmount } from '../../parts/pay-amount.ts';
import { CardPayBar, StepColumns } from './card-step-layout.tsx';
import { useCardEntry, type CardStepProps } from './use-card-entry.ts';
import { ProblemNote } from './problem-note.tsx';
import { CardFieldsFrame } from './card-fields-frame.tsx';

/** The sentence under a field; null where none is needed. An empty field is no error before the payer presses pay. */
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
  /** Confirm was pressed too early: each missing field now shows a sentence. */
  isPrompted: boolean;
  /** The field that the bank did not accept; null if there is none. */
  refused: RefusedField | null;
  holder: string;
  holderInput: RefObject<HTMLInputElement | null>;
  onHolder: (typed: string) => void;
  onEnter: () => void;
}

/** Number, expiry and CVV in the provider's frames, the name in our own field. */
function SplitCardForm(props: SplitCardFormProps) {
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

/** The step for a new card. If the provider changes, React makes a new step: nothing typed is carried over. */
export function CardStep(props: CardStepProps) {
  return <CardStepOf key={props.payType} {...props} />;
}

function CardStepOf(props: CardStepProps) {
  const { order, problem, isPaying } = props;
  const { container, state, held, ask, press, retry, isHosted, isUnchanged, sealed } = useCardEntry(props);
  return (
    <StepColumns order={order} payType={props.payType} bankNote={word('card.bankNote')} isPaying={isPaying}>
      <ProblemNote
        problem={problem}
        payType={props.payType}
        isSaidInField={sealed !== null || isCvvAgain(problem)}
      />
      <CardFieldsFrame
        title={word('card.secure')}
        marks={<SchemeMarks />}
        state={state}
        rows={3}
        onRetry={retry}
        foot={
          <CardPayBar
            order={order}
            isPaying={isPaying}
            summary={held ?? (order.estimate ? <Approx of={order.estimate} /> : word('card.accepted'))}
            label={payAmount(order.priceUsdCents)}
            held={held}
            onPrompt={ask}
            onPress={press}
            onOtherCard={props.isSpent === true ? (props.onOtherCard ?? null) : null}
          />
        }
      >
        {isHosted && state === 'ready' && <HostedPage />}
        <div
          ref={container}
          className="card-fields"
          hidden={state !== 'ready' || isHosted}
          inert={isPaying}
          data-testid="card-fields"
        >
          {sealed !== null && <SplitCardForm {...sealed} />}
        </div>
        {isUnchanged && <Note kind="error">{word('card.cvvChange')}</Note>}
        {sealed === null && !isHosted && state === 'ready' && (
          <div className="flex justify-end">
            <CvvHint />
          </div>
        )}
      </CardFieldsFrame>
    </StepColumns>
  );
}

function SchemeMarks() {
  return (
    <>
      <SchemeMark scheme="visa" small />
      <SchemeMark scheme="mastercard" small />
    </>
  );
}

/** Shown instead of fields: the card is typed on the provider's page. */
function HostedPage() {
  return (
    <div className="row gap-20" data-testid="hosted-page">
      <Icon name="credit-card" />
      <div className="fill">
        <p className="strong">{word('card.hostedTitle')}</p>
        <p className="small muted">{word('card.hostedBody')}</p>
      </div>
    </div>
  );
}
