import { Approx } from '../../../ui/values.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SchemeMark } from '../../../ui/marks.tsx';
import { word } from '../../../words/word.ts';
import { payAmount } from '../../parts/pay-amount.ts';
import { CardPayBar } from './card-pay-bar.tsx';
import type { CardStepProps } from './card-step-props.ts';
import { CvvHint } from './cvv-hint.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SplitCardForm } from './split-card-form.tsx';
import { StepColumns } from './step-columns.tsx';
import { useCardEntry } from './use-card-entry.ts';
import { CardFieldsFrame } from './card-fields-frame.tsx';

/** The card step. Another provider's fields are another step: nothing typed into one goes over into the other. */
export function CardStep(props: CardStepProps) {
  return <CardStepOf key={props.payType} {...props} />;
}

function CardStepOf(props: CardStepProps) {
  const { order, problem, isPaying } = props;
  const { container, state, held, ask, press, retry, isHosted, sealed } = useCardEntry(props);
  return (
    <StepColumns order={order} payType={props.payType} bankNote={word('card.bankNote')} isPaying={isPaying}>
      <ProblemNote problem={problem} payType={props.payType} isSaidInField={sealed !== null} />
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
      </CardFieldsFrame>
      {sealed === null && !isHosted && (
        <div className="flex justify-start">
          <CvvHint />
        </div>
      )}
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

/** No fields here: the card is typed where the provider shows them. */
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
