import { payTypeOfSource, type GemPack, type PayType, type Recipient, type SeenCard } from '@jawhara/domain';
import { useEffect, useImperativeHandle, type Ref } from 'react';
import { readSavedCards } from '../../api/use-saved-cards.ts';
import type { EarlyMethod } from '../../checkout/choose/method-list.tsx';
import { OrderCard } from '../../checkout/choose/order-card.tsx';
import { HomeMethods } from '../../checkout/choose/home-methods.tsx';
import { useCheckout } from '../../checkout/flow/use-checkout.ts';
import { useFacts } from '../../checkout/flow/use-facts.ts';
import { methodRows, newCardPayType, recentCards } from '../../checkout/flow/methods.ts';
import { addressOfSteps } from '../../checkout/flow/step-address.ts';
import {
  NOTHING_TYPED,
  type Checkout,
  type CheckoutEvent,
  type CheckoutState,
  type Method,
} from '../../checkout/flow/checkout-state.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { useStored } from '../../host/use-stored.ts';
import { whenIdle } from '../../host/when-idle.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';
import { PayDialogs } from './pay-dialogs.tsx';

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
  /** The row that the payer has pressed before the methods were there. */
  pressed: EarlyMethod | null;
  onPressed: (pressed: EarlyMethod | null) => void;
  /** Goes on only when nothing is missing; otherwise says what is. */
  whenNothingIsMissing: (go: (how?: Leaving) => void) => void;
}

function payTypeOf({ method, offer }: Checkout): PayType | null {
  if (method?.kind === 'saved-card' || method?.kind === 'seen-card')
    return payTypeOfSource(method.card.sourceId);
  return method?.kind === 'new-card' ? method.payType : offer.wallet;
}

/** The press that the steps have not seen; a card that is gone since was not pressed. */
function earlyPress({ checkout }: CheckoutState, pressed: EarlyMethod): CheckoutEvent | null {
  const payType = newCardPayType(checkout.offer);
  const newCard = payType === null ? null : ({ kind: 'new-card', payType } as const);
  const isPressed = (row: Method): boolean => 'card' in row && row.card.sourceId === pressed;
  const method = pressed === 'new-card' ? newCard : (methodRows(checkout).find(isPressed) ?? null);
  return method && { type: 'method-chosen', method };
}

/** HOME's part of the pay steps: the order (PC), the methods, and what is asked about a card without leaving the page. */
export function PayMethods(props: PayMethodsProps) {
  const { pack, recipient, methods, pressed, onPressed, whenNothingIsMissing } = props;
  const navigate = useNavigate();
  const { state, dispatch: send } = useCheckout();
  const { areCardsAwaited, retryCards } = useFacts(pack);
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const { checkout } = state;
  const hasCards = recentCards(checkout).length > 0;

  /** Where the steps go, the page goes too. */
  const act = (event: CheckoutEvent, how?: Leaving): void => {
    const address = addressOfSteps(send(event));
    if (address !== null) navigate(address, how);
  };

  const confirm = (how?: Leaving): void =>
    act({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() }, how);

  /** Goes on when the list is there, and only with this card: another must not take its place unsaid. */
  const confirmSeen = async ({ sourceId }: SeenCard, how?: Leaving): Promise<void> => {
    showToast(word('method.cardsChecking'), 'info');
    const sources = await readSavedCards();
    if (sources === null) return showToast(word('method.cardsError'), 'info');
    const { method } = send({ type: 'cards-read', sources, now: new Date() }).checkout;
    const isStillThere = method?.kind === 'saved-card' && method.card.sourceId === sourceId;
    return isStillThere ? confirm(how) : undefined;
  };

  const goOn = (how?: Leaving): void => {
    if (checkout.method?.kind === 'seen-card') void confirmSeen(checkout.method.card, how);
    else confirm(how);
  };

  // Whoever comes back here, by whichever way, is at HOME.
  useEffect(() => {
    const home = send({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
    if (pressed === null) return;
    const press = earlyPress(home, pressed);
    if (press !== null) send(press);
    onPressed(null); // told once: a later choice is not undone when this list is drawn anew
  }, [send, pressed, onPressed]);
  useEffect(() => {
    if (hasCards) whenIdle(() => void import('../../checkout/card/cvv-step.tsx').catch(() => undefined));
  }, [hasCards]);
  useImperativeHandle(methods, () => ({
    payType: payTypeOf(checkout),
    goOn: (how) => goOn(how),
  }));

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
      <PayDialogs state={state} send={act} />
    </>
  );
}
