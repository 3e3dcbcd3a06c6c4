import { payTypeOfSource, type GemPack, type PayType, type Recipient } from '@jawhara/domain';
import { lazy, Suspense, useEffect, useImperativeHandle, type Ref } from 'react';
import { OrderCard } from '../../checkout/order-card.tsx';
import { hasCardDialog } from '../../checkout/saved-cards/has-card-dialog.ts';
import { HomeMethods } from '../../checkout/saved-cards/home-methods.tsx';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import { useStepFacts } from '../../checkout/saved-cards/use-step-facts.ts';
import { newCardPayType, recentCards } from '../../checkout/steps/methods.ts';
import { addressOfSteps } from '../../checkout/steps/step-address.ts';
import { NOTHING_TYPED } from '../../checkout/steps/step-inputs.ts';
import type { Checkout, StepsEvent, StepsState } from '../../checkout/steps/steps-state.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { useStored } from '../../host/use-stored.ts';
import { whenIdle } from '../../host/when-idle.ts';
import { useNavigate } from '../../ui/navigation.tsx';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/saved-cards/card-dialogs.tsx')).CardDialogs,
}));

export type Leaving = Parameters<ReturnType<typeof useNavigate>>[1];

/** What the pay button needs of the methods. */
export interface MethodsHandle {
  readonly payType: PayType | null;
  readonly goOn: (how?: Leaving) => void;
}

export interface PayMethodsProps {
  pack: GemPack | null;
  recipient: Recipient | null;
  methods: Ref<MethodsHandle>;
  /** The payer has pressed the row of a new card before the methods were there. */
  isNewCardPressed: boolean;
  onNewCard: (isPressed: boolean) => void;
  /** Goes on only when nothing is missing; otherwise says what is. */
  whenNothingIsMissing: (go: (how?: Leaving) => void) => void;
}

function payTypeOf({ method, offer }: Checkout): PayType | null {
  if (method?.kind === 'saved-card') return payTypeOfSource(method.card.sourceId);
  return method?.kind === 'new-card' ? method.payType : offer.wallet;
}

/** The press on a new card that the steps have not seen. */
function newCardPress(state: StepsState): StepsEvent | null {
  const payType = state.at === 'left' ? null : newCardPayType(state.checkout.offer);
  return payType === null ? null : { type: 'method-chosen', method: { kind: 'new-card', payType } };
}

/** HOME's part of the pay steps: the order (PC), the methods, and what is asked about a card without leaving the page. */
export function PayMethods(props: PayMethodsProps) {
  const { pack, recipient, methods, isNewCardPressed, onNewCard, whenNothingIsMissing } = props;
  const navigate = useNavigate();
  const { state, send } = usePaySteps();
  const { areCardsAwaited, retryCards } = useStepFacts(pack);
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const checkout = state.at === 'left' ? null : state.checkout;
  const hasCards = checkout !== null && recentCards(checkout).length > 0;

  /** Where the steps go, the page goes too. */
  const act = (event: StepsEvent, how?: Leaving): void => {
    const address = addressOfSteps(send(event));
    if (address !== null) navigate(address, how);
  };

  // Whoever comes back here, by whichever way, is at HOME.
  useEffect(() => {
    const home = send({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
    if (!isNewCardPressed) return;
    const press = newCardPress(home);
    if (press !== null) send(press);
    onNewCard(false); // told once: a later choice is not undone when this list is drawn anew
  }, [send, isNewCardPressed, onNewCard]);
  useEffect(() => {
    if (hasCards) whenIdle(() => void import('../../checkout/card/cvv-step.tsx').catch(() => undefined));
  }, [hasCards]);
  useImperativeHandle(methods, () => ({
    payType: checkout === null ? null : payTypeOf(checkout),
    goOn: (how) => act({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() }, how),
  }));

  if (checkout === null) return null;
  return (
    <>
      {pack !== null && <OrderCard pack={pack} recipient={recipient} />}
      <HomeMethods
        checkout={checkout}
        areCardsExpected={areCardsAwaited && hasPaidBefore}
        onRetryCards={retryCards}
        send={(event) =>
          event.type === 'all-cards-pressed' ? whenNothingIsMissing((how) => act(event, how)) : act(event)
        }
      />
      {hasCardDialog(state) && (
        <Suspense fallback={null}>
          <CardDialogs state={state} send={act} />
        </Suspense>
      )}
    </>
  );
}
