import type { OrderInfo } from '@jawhara/contract';
import { methodFor } from '@jawhara/domain';
import type { PurchaseEvent, PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import type { StepFacts } from '../../checkout/saved-cards/use-step-facts.ts';
import { BankView } from './bank-view.tsx';
import { CardView } from './card-view.tsx';
import { elsewhere } from './elsewhere.ts';
import { cardProblem, isPaying, shownResult, viewOf } from './pay-step-view.ts';
import { ProgressView } from './progress-view.tsx';
import { ResultView } from './result-view.tsx';
import { SentAwayView } from './sent-away-view.tsx';
import type { Choice } from './use-choice.ts';
import type { CardSources } from './use-payments.ts';

export interface PurchaseViewsProps {
  state: PurchaseState;
  order: OrderInfo | null;
  choice: Choice;
  facts: StepFacts;
  sources: CardSources;
  send: (event: PurchaseEvent) => void;
}

/** What the purchase shows once an order exists: the bank, the wait, the result, another provider for the same order. */
export function PurchaseViews({ state, order, choice, facts, sources, send }: PurchaseViewsProps) {
  const result = shownResult(state);
  return (
    <>
      {'triedProviders' in state && state.at !== 'watching' && order !== null && (
        <Elsewhere {...{ state, order, choice, facts, sources, send }} />
      )}
      {state.at === 'bank-check' && <BankView state={state} order={order} send={send} />}
      {state.at === 'sent-away' && <SentAwayView state={state} send={send} />}
      {viewOf(state) === 'progress' && <ProgressView state={state} />}
      {result !== null && (
        <ResultView
          state={result}
          order={order}
          offered={choice.offered}
          send={send}
          onOtherCard={choice.forgetCard}
        />
      )}
    </>
  );
}

interface ElsewhereProps extends PurchaseViewsProps {
  state: Extract<PurchaseState, { at: 'other-card' | 'reading-other-card' | 'paying-again' }>;
  order: OrderInfo;
}

/** One more card for an order that nobody has decided, through somebody who was not asked yet. */
function Elsewhere({ state, order, choice, facts, sources, send }: ElsewhereProps) {
  const { state: steps } = usePaySteps();
  const pack = choice.offered.find((one) => one.priceUsdCents === order.priceUsdCents) ?? null;
  const channels = steps.at === 'left' ? [] : steps.checkout.offer.cardChannels;
  const payType = elsewhere(channels, pack, state.triedProviders);
  return (
    <CardView
      isShown
      order={order}
      pack={pack}
      payType={payType}
      config={facts.config}
      problem={cardProblem(state)}
      isPaying={isPaying(state)}
      onBack={() => send({ type: 'back-pressed' })}
      onTokeniser={sources.setElsewhere}
      onConfirm={() => {
        sources.chooseElsewhere();
        const rechargeId = (pack && methodFor(pack, payType)?.rechargeId) ?? order.rechargeId;
        if (rechargeId === null) return; // a fine has no pack, and is never paid here
        const recipientId = order.recipient.accountId;
        send({ type: 'confirm-pressed', purchase: { rechargeId, payType, recipientId } });
      }}
    />
  );
}
