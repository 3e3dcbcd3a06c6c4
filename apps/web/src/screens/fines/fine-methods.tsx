import { usdText } from '@jawhara/domain';
import { createElement, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { reloadFine } from '../../api/use-fine.ts';
import { hasCardDialog } from '../../checkout/methods/card/has-card-dialog.ts';
import { ConsentLine } from '../../checkout/parts/consent-line.tsx';
import { HomeMethods } from '../../checkout/methods/home-methods.tsx';
import { NOTHING_TYPED, type CheckoutEvent, type FineToPay } from '../../checkout/machine/checkout-state.ts';
import { addressOfSteps } from '../../checkout/machine/step-address.ts';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import { useFacts } from '../../checkout/machine/use-facts.ts';
import { useLeaveWithPurchase } from '../../checkout/methods/wallet/use-leave-with-purchase.ts';
import { walletKit } from '../../checkout/methods/wallet/use-wallet.ts';
import { payAmount } from '../../checkout/parts/pay-amount.ts';
import { storedAgreedFine, storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Approx, DisplayIdText, Money, Name } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguageHold } from '../../ui/use-language-hold.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { PayableFine } from './payable-fine.ts';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/methods/card/card-dialogs.tsx')).CardDialogs,
}));

/** The page follows the machine's step. */
function useSteps() {
  const navigate = useNavigate();
  const { state, dispatch } = useCheckout();
  const leaveWithPurchase = useLeaveWithPurchase(state);
  useLanguageHold(state.at === 'purchasing');
  const send = (event: CheckoutEvent): void => {
    const next = dispatch(event);
    if (next.at === 'purchasing') leaveWithPurchase();
    const address = addressOfSteps(next);
    if (address !== null) navigate(address);
  };
  // However the payer reaches this page, the machine is at HOME.
  useEffect(() => {
    dispatch({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
  }, [dispatch]);
  return { state, send };
}

/** Reads the fine again before the payer goes on; a change is shown instead. */
function useLastLook({ account, quote }: FineToPay) {
  const [isLooking, setIsLooking] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const lookThen = async (goOn: () => void): Promise<void> => {
    const { displayId } = account;
    setIsLooking(true);
    const { value, problem } = await reloadFine(displayId);
    if (!isHere.current) return;
    setIsLooking(false);
    if (problem !== null) return showToast(word('fine.loadFailed'), 'info');
    if (value?.quote?.amountUsdCents !== quote.amountUsdCents) return;
    storedAgreedFine.write({ displayId, amountUsdCents: quote.amountUsdCents });
    goOn();
  };
  return { isLooking, lookThen };
}

/** How the fine is paid: the same cards and the same steps as for gems. */
export function FineMethods({ fine: { account, quote, estimate } }: { fine: PayableFine }) {
  const toPay = useMemo<FineToPay>(() => ({ account, quote }), [account, quote]);
  const { areCardsAwaited, retryCards } = useFacts(null, toPay);
  const { state, send } = useSteps();
  const { isLooking, lookThen } = useLastLook(toPay);
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const isOnline = useOnline();
  const held = isOnline ? null : word('net.notConnected');
  const confirm = (): void => send({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() });
  const pay = (): void => void lookThen(confirm);
  const { method, offer } = state.checkout;
  const kit = walletKit();
  const Own = (method?.kind === 'wallet' ? kit?.buttonFor(offer.wallet) : null) ?? null;
  /** A wallet opens inside the press, so the fine is not read again first; if the amount has changed, the server refuses the order. */
  const payByWallet = (): void => {
    if (held !== null) return showToast(held, 'info');
    storedAgreedFine.write({ displayId: account.displayId, amountUsdCents: quote.amountUsdCents });
    return confirm();
  };
  return (
    <>
      <FineCard account={account} quote={quote} estimate={estimate} />
      <HomeMethods
        checkout={state.checkout}
        isNumbered={false}
        areCardsExpected={areCardsAwaited && hasPaidBefore}
        onRetryCards={retryCards}
        send={(event) =>
          event.type === 'all-cards-pressed' ? void lookThen(() => send(event)) : send(event)
        }
      />
      <p className="micro hint text-center">{word('fine.mayChange')}</p>
      <ConsentLine />
      <PayBar
        total={<div className="small">{word('fine.summary', { name: isolatedName(account.nickname) })}</div>}
        summary={<Approx of={estimate} />}
      >
        {Own === null ? (
          <Button icon="lock-keyhole" busy={isLooking} held={held} onPress={pay} testId="pay-now">
            <span className="only-mobile">{payAmount(quote.amountUsdCents)}</span>
            <span className="only-pc">
              {word('fine.payAmount', { amount: isolatedLtr(usdText(quote.amountUsdCents)) })}
            </span>
          </Button>
        ) : (
          createElement(Own, { onPress: payByWallet })
        )}
      </PayBar>
      {kit !== null && <kit.WalletOver state={state} send={send} onAgain={payByWallet} />}
      {hasCardDialog(state) && (
        <Suspense fallback={null}>
          <CardDialogs state={state} send={send} />
        </Suspense>
      )}
    </>
  );
}

/** PC only: whose fine and how much, where a phone has its pay bar. */
function FineCard({ account, quote, estimate }: FineToPay & Pick<PayableFine, 'estimate'>) {
  return (
    <div className="only-pc">
      <Card>
        <dl className="pairs">
          <div>
            <dt>{word('fine.account')}</dt>
            <dd>
              <Name>{account.nickname}</Name> · <DisplayIdText id={account.displayId} />
            </dd>
          </div>
          <div>
            <dt>{word('pay.total')}</dt>
            <dd>
              <span className="h1">
                <Money cents={quote.amountUsdCents} />
              </span>{' '}
              <Approx of={estimate} />
            </dd>
          </div>
        </dl>
      </Card>
    </div>
  );
}
