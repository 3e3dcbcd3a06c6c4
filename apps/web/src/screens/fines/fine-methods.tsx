import { usdText, type DisplayId, type UsdCents } from '@jawhara/domain';
import { createElement, useMemo } from 'react';
import { reloadFine } from '../../api/use-fine.ts';
import { OpenCardDialog } from '../../checkout/methods/card/card-dialogs.tsx';
import { ConsentLine } from '../../checkout/parts/consent-line.tsx';
import { HomeMethods } from '../../checkout/methods/home-methods.tsx';
import type { CheckoutEvent, FineToPay } from '../../checkout/machine/checkout-state.ts';
import { NO_FACTS, type PayPress } from '../../checkout/machine/guard-state.ts';
import { useFacts } from '../../checkout/methods/use-facts.ts';
import type { RunningCheckout } from '../../checkout/machine/run-checkout.ts';
import { PLAIN_PAGE, type Guards } from '../../checkout/machine/guard-page.ts';
import { useGuards } from '../../checkout/machine/use-guards.ts';
import { confirmPressed, useHomeSteps } from '../../checkout/methods/use-home-steps.ts';
import { useWalletKit } from '../../checkout/parts/wallet-kit.tsx';
import { payAmount } from '../../checkout/parts/pay-amount.ts';
import { gapSentence } from '../../checkout/parts/pay-gap.ts';
import { storedAgreedFine, storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Approx, DisplayIdText, Money, Name } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { showToast } from '../../ui/toast.ts';
import { usePageScope, type PageScope } from '../../page-scope.ts';
import { useOnline } from '../../ui/offline-banner.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { PayableFine } from './fined-account.tsx';

/** Reads the fine again before paying. Null: there is nothing to pay any more. A changed amount is shown by the page. */
async function readAmount(
  page: PageScope,
  displayId: DisplayId,
  isWanted: () => boolean,
): Promise<UsdCents | null | 'unread'> {
  const { value, problem } = await reloadFine(page, displayId);
  if (problem === null) return value?.quote?.amountUsdCents ?? null;
  if (isWanted()) showToast(word('fine.loadFailed'), 'info');
  return 'unread';
}

function useFineGuards(fine: FineToPay, machine: RunningCheckout, hasOwnButton: boolean): Guards {
  const page = usePageScope();
  const isOnline = useOnline();
  return useGuards({
    ...PLAIN_PAGE,
    facts: { ...NO_FACTS, isOnline, fine, hasOwnButton },
    machine,
    explain: (gap) => showToast(gapSentence(gap), 'info'),
    readFine: (displayId, isWanted) => readAmount(page, displayId, isWanted),
  });
}

/** The payment methods of a fine: the same cards and steps as for gems. */
export function FineMethods({ fine: { account, quote, estimate } }: { fine: PayableFine }) {
  const toPay = useMemo<FineToPay>(() => ({ account, quote }), [account, quote]);
  const { areCardsAwaited, retryCards } = useFacts(null, toPay);
  const { state, machine, dispatch } = useHomeSteps();
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const isOnline = useOnline();
  const { method, offer } = state.checkout;
  const kit = useWalletKit();
  const Own = (method?.kind === 'wallet' ? kit?.buttonFor(offer.wallet) : null) ?? null;
  const guards = useFineGuards(toPay, machine, Own !== null);
  /** Stores the amount shown at the press: the payer has agreed to pay it. */
  const press = (name: PayPress, event: () => CheckoutEvent): void =>
    guards.press(name, () => {
      storedAgreedFine.write({ displayId: account.displayId, amountUsdCents: quote.amountUsdCents });
      dispatch(event());
    });
  const pay = (): void => press('pay-fine', confirmPressed);
  return (
    <>
      <FineCard account={account} quote={quote} estimate={estimate} />
      <HomeMethods
        checkout={state.checkout}
        isNumbered={false}
        areCardsExpected={areCardsAwaited && hasPaidBefore}
        onRetryCards={retryCards}
        send={(event) =>
          event.type === 'all-cards-pressed' ? press('all-cards-for-fine', () => event) : void dispatch(event)
        }
      />
      <p className="micro hint text-center">{word('fine.mayChange')}</p>
      <ConsentLine />
      <PayBar
        total={<div className="small">{word('fine.summary', { name: isolatedName(account.nickname) })}</div>}
        summary={<Approx of={estimate} />}
      >
        {Own === null ? (
          <Button
            icon="lock-keyhole"
            busy={guards.state.at === 'checking-fine'}
            held={isOnline ? null : word('net.notConnected')}
            onPress={pay}
            testId="pay-now"
          >
            <span className="only-mobile">{payAmount(quote.amountUsdCents)}</span>
            <span className="only-pc">
              {word('fine.payAmount', { amount: isolatedLtr(usdText(quote.amountUsdCents)) })}
            </span>
          </Button>
        ) : (
          createElement(Own, { onPress: pay })
        )}
      </PayBar>
      {kit !== null && (
        <kit.WalletOver
          state={state}
          send={dispatch}
          onAgain={() => press('wallet-again-for-fine', confirmPressed)}
        />
      )}
      <OpenCardDialog state={state} send={dispatch} />
    </>
  );
}

/** PC only: the account and the amount, where a phone has its pay bar. */
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
