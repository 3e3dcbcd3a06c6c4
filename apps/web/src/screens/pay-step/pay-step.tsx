import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import { CHECKOUT_COM_CARD, methodFor, type UsdCents } from '@jawhara/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { useOrder } from '../../api/use-order.ts';
import { usePurchase } from '../../checkout/purchase/use-purchase.ts';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { replaceAddress } from '../../host/replace-address.ts';
import { storedChosenAmount, storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';
import { useStored } from '../../host/use-stored.ts';
import { useQuery } from '../../ui/navigation.tsx';
import { useOfflineSentence } from '../../ui/offline-sentence.ts';
import { useBackGuard } from '../../ui/use-back-guard.ts';
import { word } from '../../words/word.ts';
import { BackConfirmSheet } from './back-confirm-sheet.tsx';
import { BankView } from './bank-view.tsx';
import { CardView } from './card-view.tsx';
import { mayBeSent } from './may-be-sent.ts';
import { addressOf, guardsBack, shownResult, viewOf } from './pay-step-view.ts';
import { ProgressView } from './progress-view.tsx';
import { ResultView } from './result-view.tsx';
import { entryOf, purchaseWorld } from './purchase-world.ts';
import { useLeave } from './use-leave.ts';

function useAddressOf(state: PurchaseState | null): void {
  const search = useQuery().toString();
  const address = state === null ? null : addressOf(state);
  useEffect(() => {
    if (address !== null) replaceAddress(address);
  }, [address, search]);
}

/** Whom for and which pack, as chosen on the page before. */
function useChoice() {
  const recipient = useStored(storedRecipient);
  const amount = useStored(storedChosenAmount);
  const packs = useGemPacks(recipient?.accountId ?? null);
  const offered = packs.kind === 'ready' ? packs.packs : [];
  const pack = offered.find((one) => one.priceUsdCents === amount) ?? null;
  return { recipient, packs, offered, pack };
}

function useRememberPaid(amount: UsdCents | null): void {
  useEffect(() => {
    if (amount !== null) storedLastPaidAmount.write(amount);
  }, [amount]);
}

function isLeavingAsked(state: PurchaseState | null): boolean {
  return (state?.at === 'card-entry' || state?.at === 'bank-check') && state.isLeaving;
}

/** One purchase from the card to the gems, whatever happens to the page meanwhile. */
export function PayStep() {
  const tokeniser = useRef<() => Promise<string | null>>(() => Promise.resolve(null));
  const { state, send } = usePurchase(() => ({
    entry: entryOf(location),
    world: purchaseWorld(() => tokeniser.current()),
  }));
  const setTokeniser = useCallback((tokenise: () => Promise<string | null>) => {
    tokeniser.current = tokenise;
  }, []);

  const [cardNth, setCardNth] = useState(1);
  const { recipient, packs, offered, pack } = useChoice();
  const order = useOrder(state !== null && 'orderId' in state ? state.orderId : null);

  useAddressOf(state);
  useLeave(state?.at === 'left');
  useOfflineSentence(state !== null && mayBeSent(state) ? word('net.offlineWhilePaying') : null);
  useBackGuard(state !== null && guardsBack(state), () => send({ type: 'back-pressed' }));
  useRememberPaid(state?.at === 'paid' ? (order?.priceUsdCents ?? null) : null);

  if (state === null) return <ProgressView state={null} />;

  const confirm = (): void => {
    const method = pack === null ? null : methodFor(pack, CHECKOUT_COM_CARD);
    if (method === null || recipient === null) return;
    send({
      type: 'confirm-pressed',
      purchase: { rechargeId: method.rechargeId, payType: method.payType, recipientId: recipient.accountId },
    });
  };
  const view = viewOf(state);
  const result = shownResult(state);

  return (
    <>
      <CardView
        key={cardNth}
        isShown={view === 'card'}
        state={state}
        pack={pack}
        recipient={recipient}
        isLoadingPack={packs.kind === 'loading'}
        onBack={() => send({ type: 'back-pressed' })}
        onTokeniser={setTokeniser}
        onConfirm={confirm}
      />
      {state.at === 'bank-check' && <BankView state={state} order={order} send={send} />}
      {view === 'progress' && <ProgressView state={state} />}
      {result !== null && (
        <ResultView
          state={result}
          order={order}
          offered={offered}
          send={send}
          onOtherCard={() => setCardNth((nth) => nth + 1)}
        />
      )}
      <BackConfirmSheet
        isOpen={isLeavingAsked(state)}
        onStay={() => send({ type: 'stay-pressed' })}
        onLeave={() => send({ type: 'give-up-pressed' })}
      />
    </>
  );
}
