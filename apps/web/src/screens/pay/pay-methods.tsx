import { payTypeOfSource, type GemPack, type PayType, type Recipient } from '@jawhara/domain';
import type { OrderInfo } from '@jawhara/contract';
import { lazy, Suspense, useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { orderJustPaid } from '../../checkout/choose/order-just-paid.ts';
import { OrderCard } from '../../checkout/choose/order-card.tsx';
import { hasCardDialog } from '../../checkout/card/has-card-dialog.ts';
import { HomeMethods } from '../../checkout/choose/home-methods.tsx';
import { useCheckout } from '../../checkout/flow/use-checkout.ts';
import { useFacts } from '../../checkout/flow/use-facts.ts';
import { newCardPayType, recentCards } from '../../checkout/flow/methods.ts';
import { addressOfSteps } from '../../checkout/flow/step-address.ts';
import {
  NOTHING_TYPED,
  type Checkout,
  type CheckoutEvent,
  type CheckoutState,
} from '../../checkout/flow/checkout-state.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { useStored } from '../../host/use-stored.ts';
import { whenIdle } from '../../host/when-idle.ts';
import { useNavigate } from '../../ui/navigation.tsx';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/card/card-dialogs.tsx')).CardDialogs,
}));

const SameAgainSheet = lazy(async () => ({
  default: (await import('../../checkout/choose/same-again-sheet.tsx')).SameAgainSheet,
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

interface SameAgain {
  readonly earlier: OrderInfo;
  readonly now: Date;
}

/** What was paid only just now and would be paid once more. */
function sameAgain(pack: GemPack | null, recipient: Recipient | null, now: Date): SameAgain | null {
  if (pack === null || recipient === null) return null;
  const { priceUsdCents } = pack;
  const earlier = orderJustPaid({ priceUsdCents, recipientId: recipient.accountId }, now);
  return earlier && { earlier, now };
}

/** The press on a new card that the steps have not seen. */
function newCardPress(state: CheckoutState): CheckoutEvent | null {
  const payType = newCardPayType(state.checkout.offer);
  return payType === null ? null : { type: 'method-chosen', method: { kind: 'new-card', payType } };
}

/** HOME's part of the pay steps: the order (PC), the methods, and what is asked about a card without leaving the page. */
export function PayMethods(props: PayMethodsProps) {
  const { pack, recipient, methods, isNewCardPressed, onNewCard, whenNothingIsMissing } = props;
  const navigate = useNavigate();
  const { state, dispatch: send } = useCheckout();
  const { areCardsAwaited, retryCards } = useFacts(pack);
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const { checkout } = state;
  const hasCards = recentCards(checkout).length > 0;

  /** What was paid only just now, while it is asked about. */
  const [again, setAgain] = useState<SameAgain | null>(null);

  /** Where the steps go, the page goes too. */
  const act = (event: CheckoutEvent, how?: Leaving): void => {
    const address = addressOfSteps(send(event));
    if (address !== null) navigate(address, how);
  };

  const goOn = (how?: Leaving): void =>
    act({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() }, how);

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
    payType: payTypeOf(checkout),
    goOn: (how) => {
      const asked = sameAgain(pack, recipient, new Date());
      if (asked === null) goOn(how);
      else setAgain(asked);
    },
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
      {again !== null && (
        <SameAgainQuestion
          {...again}
          onClose={() => setAgain(null)}
          onAgain={() => goOn({ replace: true })}
        />
      )}
      {hasCardDialog(state) && (
        <Suspense fallback={null}>
          <CardDialogs state={state} send={act} />
        </Suspense>
      )}
    </>
  );
}

interface SameAgainQuestionProps extends SameAgain {
  onClose: () => void;
  onAgain: () => void;
}

function SameAgainQuestion(props: SameAgainQuestionProps) {
  const navigate = useNavigate();
  const payOnceMore = (): void => {
    props.onClose();
    props.onAgain();
  };
  const see = (): void => navigate(`/pay-step?order_id=${props.earlier.orderId}`, { replace: true });
  return (
    <Suspense fallback={null}>
      <SameAgainSheet {...props} onSee={see} onAgain={payOnceMore} />
    </Suspense>
  );
}
