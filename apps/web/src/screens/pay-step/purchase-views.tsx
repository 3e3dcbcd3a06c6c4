import type { OrderInfo } from '@jawhara/contract';
import { BankView } from '../../checkout/bank/bank-view.tsx';
import { SentAwayView } from '../../checkout/bank/sent-away-view.tsx';
import { CardView } from '../../checkout/methods/card/card-view.tsx';
import { packOfOrder } from '../../checkout/machine/methods.ts';
import {
  mayTryOtherProvider,
  otherProviderChannel,
  untriedChannel,
} from '../../checkout/machine/purchase/order-states.ts';
import type { PurchaseState } from '../../checkout/machine/purchase/purchase-state.ts';
import { isPaying, shownResult, viewOf } from '../../checkout/machine/purchase/purchase-view.ts';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import type { Facts } from '../../checkout/methods/use-facts.ts';
import { ProgressView } from '../../checkout/parts/progress-view.tsx';
import type { OrderShown } from '../../checkout/parts/waiting-frame.tsx';
import { PendingView } from '../../checkout/result/pending-view.tsx';
import { ResultView } from '../../checkout/result/result-view.tsx';

interface PurchaseViewsProps {
  purchase: PurchaseState;
  order: OrderInfo | null;
  known: OrderShown;
  facts: Facts;
}

/** The views of a purchase once an order exists: the bank, the wait, the result, another provider for the same order. */
export function PurchaseViews({ purchase, order, known, facts }: PurchaseViewsProps) {
  const { dispatch } = useCheckout();
  const result = shownResult(purchase);
  return (
    <>
      {'triedProviders' in purchase && purchase.at !== 'watching' && order !== null && (
        <OtherProviderCard purchase={purchase} order={order} facts={facts} />
      )}
      {purchase.at === 'bank-check' && <BankView state={purchase} order={known.summary} send={dispatch} />}
      {purchase.at === 'sent-away' && <SentAwayView state={purchase} send={dispatch} />}
      {viewOf(purchase) === 'progress' && <ProgressView state={purchase} shown={known} />}
      {purchase.at === 'watching' && <Pending purchase={purchase} order={order} known={known} />}
      {result !== null && <ResultView shown={result} order={order} known={known} />}
    </>
  );
}

interface PendingProps {
  purchase: Extract<PurchaseState, { at: 'watching' }>;
  order: OrderInfo | null;
  known: OrderShown;
}

function Pending({ purchase, order, known }: PendingProps) {
  const { state, dispatch } = useCheckout();
  const { packs, cardChannels } = state.checkout.offer;
  const { triedProviders } = purchase;
  const mayTry =
    mayTryOtherProvider(purchase) &&
    untriedChannel(cardChannels, packOfOrder(packs, order), triedProviders) !== null;
  return (
    <PendingView
      orderId={purchase.orderId}
      order={order}
      shown={known}
      polls={purchase.polls}
      check={purchase.check?.answer ?? null}
      onOtherProvider={mayTry ? () => void dispatch({ type: 'other-provider-pressed' }) : null}
      onCheck={() => dispatch({ type: 'check-again' })}
      onClose={() => dispatch({ type: 'close-pressed' })}
    />
  );
}

interface OtherProviderCardProps {
  purchase: Extract<PurchaseState, { at: 'other-card' | 'reading-other-card' | 'paying-again' }>;
  order: OrderInfo;
  facts: Facts;
}

/** Another card for an undecided order, through a provider that was not tried yet. */
function OtherProviderCard({ purchase, order, facts }: OtherProviderCardProps) {
  const { state, fields } = useCheckout();
  const { packs, cardChannels } = state.checkout.offer;
  const pack = packOfOrder(packs, order);
  return (
    <CardView
      isShown
      order={order}
      pack={pack}
      payType={otherProviderChannel(cardChannels, pack, purchase.triedProviders, order.payType)}
      config={facts.config}
      problem={purchase.at === 'other-card' ? purchase.problem : null}
      isPaying={isPaying(purchase)}
      onTokeniser={fields.setOtherProvider}
    />
  );
}
