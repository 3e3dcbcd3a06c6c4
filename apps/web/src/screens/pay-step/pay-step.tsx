import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import '../../words/load-saved.ts';
import { useEffect } from 'react';
import { useOrder } from '../../api/use-order.ts';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { usePurchase } from '../../checkout/purchase/use-purchase.ts';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import { useStepFacts } from '../../checkout/saved-cards/use-step-facts.ts';
import { addressOfStep, addressOfSteps, cardOfPage } from '../../checkout/steps/step-address.ts';
import type { StepsState } from '../../checkout/steps/steps-state.ts';
import { replaceAddress } from '../../host/replace-address.ts';
import { storedStepCard } from '../../host/stored-pay-method.ts';
import { useQuery } from '../../ui/navigation.tsx';
import { useOfflineSentence } from '../../ui/offline-sentence.ts';
import { useBackGuard } from '../../ui/use-back-guard.ts';
import { word } from '../../words/word.ts';
import { BackConfirmSheet } from './back-confirm-sheet.tsx';
import { mayBeSent } from './may-be-sent.ts';
import { addressOf, guardsBack, isLeavingAsked } from './pay-step-view.ts';
import { ProgressView } from './progress-view.tsx';
import { PurchaseViews } from './purchase-views.tsx';
import { entryOf, purchaseWorld } from './purchase-world.ts';
import { StepViews } from './step-views.tsx';
import { useChoice } from './use-choice.ts';
import { useEnded } from './use-ended.ts';
import { useEntryStep } from './use-entry-step.ts';
import { useKeepPurchase } from './use-keep-purchase.ts';
import { useLeave } from './use-leave.ts';
import { useCardSources, useTakePayments } from './use-payments.ts';

/** The address, and the card it does not name, bring a reload back to where the payer is. */
function useAddress(state: PurchaseState | null, steps: StepsState, isHomeHere: boolean): void {
  const search = useQuery().toString();
  const ofStep = addressOfSteps(steps) ?? (isHomeHere ? addressOfStep('home') : null);
  const address = state !== null && 'orderId' in state ? addressOf(state) : ofStep;
  const card = cardOfPage(steps);
  useEffect(() => {
    if (address !== null && state?.at !== 'left') replaceAddress(address);
  }, [address, search, state?.at]);
  useEffect(() => {
    if (card !== null) storedStepCard.write(card);
  }, [card]);
}

/** A payment that came to nothing leaves the payer on the step where it was confirmed. */
function usePayStopped(isIdle: boolean): void {
  const { state, send } = usePaySteps();
  const hasStopped = isIdle && state.at === 'paying';
  useEffect(() => {
    if (hasStopped) send({ type: 'pay-stopped' });
  }, [hasStopped, send]);
}

/** One purchase from the choice of a card to the gems, whatever happens to the page meanwhile. */
export function PayStep() {
  const sources = useCardSources();
  const steps = usePaySteps();
  const { state, send } = usePurchase(() => ({
    entry: entryOf(location),
    world: purchaseWorld(sources.tokenise),
  }));
  const choice = useChoice();
  const facts = useStepFacts(choice.pack);
  const order = useOrder(state !== null && 'orderId' in state ? state.orderId : null);
  const isIdle = state?.at === 'card-entry';
  const hasChoice = choice.pack !== null && choice.recipient !== null;
  const { isPending, isHomeHere } = useEntryStep({
    isReady: isIdle && hasChoice && facts.config.kind !== 'loading',
    areCardsAwaited: facts.areCardsAwaited,
  });
  const isAbove = addressOfSteps(steps.state) !== null;
  const isHomeElsewhere = isIdle && hasChoice && !isPending && !isAbove && !isHomeHere;

  useTakePayments(sources, send);
  usePayStopped(isIdle);
  useEnded(state?.at === 'paid' || state?.at === 'not-paid' ? state : null, order, choice.offered);
  useAddress(state, steps.state, isHomeHere && !isPending);
  useLeave(state?.at === 'left' || isHomeElsewhere);
  useOfflineSentence(state !== null && mayBeSent(state) ? word('net.offlineWhilePaying') : null);
  useBackGuard(isIdle ? isAbove && hasChoice && !isPending : state !== null && guardsBack(state), () =>
    isIdle ? steps.send({ type: 'back-pressed' }) : send({ type: 'back-pressed' }),
  );
  useKeepPurchase(state?.at === 'paid' ? order : null);

  if (state === null) return <ProgressView state={null} />;
  const isAsked = steps.state.at === 'choosing' && steps.state.popup?.kind === 'give-up';
  return (
    <>
      <StepViews
        purchase={state}
        choice={choice}
        facts={facts}
        sources={sources}
        isWaiting={isPending || isHomeElsewhere}
      />
      <PurchaseViews
        state={state}
        order={order}
        choice={choice}
        facts={facts}
        sources={sources}
        send={send}
      />
      <BackConfirmSheet
        isOpen={isAsked || isLeavingAsked(state)}
        onStay={() => (isAsked ? steps.send({ type: 'stay-pressed' }) : send({ type: 'stay-pressed' }))}
        onLeave={() =>
          isAsked ? steps.send({ type: 'give-up-pressed' }) : send({ type: 'give-up-pressed' })
        }
      />
    </>
  );
}
