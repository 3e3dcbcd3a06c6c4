import {
  cardFieldsLeft,
  cardHabitsFor,
  cleanHolderName,
  type CardFieldStates,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { payAmount } from '../parts/pay-amount.ts';
import { word } from '../../words/word.ts';
import { NO_NEWS } from '../card-fields/card-fields.ts';
import { OrderStrip, type OrderSummary } from '../parts/order-strip.tsx';
import type { EntryProblem, Tokeniser } from '../flow/purchase/purchase-state.ts';
import { cardChannel, hasSealedFields, isHostedPage, type CardChannel } from './card-channel.ts';
import { cardFieldStates, wholeCardStates } from './card-field-states.ts';
import { CvvHint } from './cvv-hint.tsx';
import { openCardFields } from './open-card-fields.ts';
import { ProblemNote } from './problem-note.tsx';
import { SealedCard } from './sealed-card.tsx';
import { useCardFields, type UsedCardFields } from './use-card-fields.ts';
import { useRefusedField } from './use-refused-field.ts';
import { Vault } from './vault.tsx';

export interface CardStepProps {
  order: OrderSummary;
  /** Whose fields are shown. */
  payType: PayType;
  /** The pack as that pay type sells it; null for a fine. */
  rechargeId: RechargeId | null;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  isOnline: boolean;
  /** Gives the purchase its way to ask for the card. */
  onTokeniser: (tokenise: Tokeniser) => void;
  /** Pressed with every field valid. */
  onConfirm: (fields: CardFieldStates) => void;
}

/** The card step. Another provider's fields are another step: nothing typed into one goes over into the other. */
export function CardStep(props: CardStepProps) {
  return <CardStepOf key={props.payType} {...props} />;
}

function useChannel({ config, payType, rechargeId }: CardStepProps): CardChannel | null {
  const site = config.kind === 'ready' ? config.config : null;
  // Where the fields are not opened for one pack, another pack leaves what is typed as it is.
  const pack = cardHabitsFor(payType)?.opensForPack ? rechargeId : null;
  return useMemo(() => (site === null ? null : cardChannel(payType, site, pack)), [site, payType, pack]);
}

/** Why the confirm button does not pay yet, in words; null when it does. */
function heldBy(
  isOnline: boolean,
  { state }: UsedCardFields,
  states: CardFieldStates,
  isCounted: boolean,
): string | null {
  if (!isOnline) return word('net.notConnected');
  if (state !== 'ready') return word('card.loading');
  const left = cardFieldsLeft(states).length;
  if (left === 0) return null;
  return isCounted ? word('count.fieldsLeft', { n: left }) : word('card.incomplete');
}

/** The name is handed over with the card, as it stands at that moment. */
function useHolder() {
  const [holder, setHolder] = useState('');
  const typed = useRef('');
  const holderInput = useRef<HTMLInputElement>(null);
  const holderName = useCallback(() => cleanHolderName(typed.current), []);
  const typeHolder = (text: string): void => {
    typed.current = text;
    setHolder(text);
  };
  const emptyHolder = (): void => {
    typeHolder('');
    holderInput.current?.focus();
  };
  return { holder, holderName, holderInput, typeHolder, emptyHolder };
}

function CardStepOf(props: CardStepProps) {
  const { order, config, problem, isPaying, isOnline, onTokeniser } = props;
  const container = useRef<HTMLDivElement>(null);
  const channel = useChannel(props);
  const { holder, holderName, holderInput, typeHolder, emptyHolder } = useHolder();
  const fields = useCardFields(channel, container, openCardFields, holderName);
  const [isAsked, setIsAsked] = useState(false);
  const { tokenise } = fields;
  useEffect(() => onTokeniser(tokenise), [onTokeniser, tokenise]);

  const isSealed = hasSealedFields(channel);
  const isHosted = isHostedPage(channel);
  const news = fields.news ?? NO_NEWS;
  const states = isSealed ? cardFieldStates(news, holder) : wholeCardStates(fields.isValid);
  const hasFailed = config.kind === 'error' || (config.kind === 'ready' && channel === null);
  const shown = hasFailed ? { ...fields, state: 'failed' as const } : fields;
  const held = heldBy(isOnline, shown, states, isSealed);
  const refused = useRefusedField(problem, shown.state === 'ready', (field) =>
    field === 'holder' ? emptyHolder() : fields.focus(field),
  );

  return (
    <>
      <OrderStrip order={order} />
      <ProblemNote problem={problem} payType={props.payType} />
      <Vault
        title={word('card.secure')}
        marks={<SchemeMarks />}
        state={shown.state}
        rows={3}
        onRetry={config.kind === 'error' ? config.retry : fields.retry}
      >
        {isHosted && shown.state === 'ready' && <HostedPage />}
        <div
          ref={container}
          className="card-fields"
          hidden={shown.state !== 'ready' || isHosted}
          inert={isPaying}
          data-testid="card-fields"
        >
          {isSealed && (
            <SealedCard {...{ news, states, isAsked, refused, holder, holderInput }} onHolder={typeHolder} />
          )}
        </div>
      </Vault>
      {!isSealed && !isHosted && (
        <div className="flex justify-start">
          <CvvHint />
        </div>
      )}
      <Note kind="quiet" icon="shield-check">
        {word('card.bankNote')}
      </Note>
      <PayBar
        total={<Money cents={order.priceUsdCents} />}
        summary={isPaying ? word('pay.locked') : (held ?? word('card.accepted'))}
      >
        <Button
          busy={isPaying}
          held={held}
          {...(isSealed && shown.state === 'ready' && isOnline && { onHeldPress: () => setIsAsked(true) })}
          onPress={() => props.onConfirm(states)}
          testId="confirm-payment"
        >
          {isPaying ? word('pay.working') : payAmount(order.priceUsdCents)}
        </Button>
      </PayBar>
    </>
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
