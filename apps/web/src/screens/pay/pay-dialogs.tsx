import { lazy, Suspense } from 'react';
import { hasCardDialog } from '../../checkout/methods/card/has-card-dialog.ts';
import type { CheckoutEvent, CheckoutState } from '../../checkout/machine/checkout-state.ts';
import { isWalletMissed, newCardPayType } from '../../checkout/machine/methods.ts';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/methods/card/card-dialogs.tsx')).CardDialogs,
}));
const WalletNotice = lazy(async () => ({
  default: (await import('../../checkout/methods/wallet/wallet-notice.tsx')).WalletNotice,
}));

export interface PayDialogsProps {
  state: CheckoutState;
  /** Drawn already, and told to the machine a moment later. */
  hasWallet: boolean;
  send: (event: CheckoutEvent) => void;
}

/** What HOME asks or says about a way to pay without leaving the page. Most payers meet none of it. */
export function PayDialogs({ state, hasWallet, send }: PayDialogsProps) {
  const { checkout } = state;
  const payByCard = (): void => {
    const payType = newCardPayType(checkout.offer);
    if (payType !== null) send({ type: 'method-chosen', method: { kind: 'new-card', payType } });
  };
  return (
    <Suspense fallback={null}>
      {hasCardDialog(state) && <CardDialogs state={state} send={send} />}
      {!hasWallet && isWalletMissed(checkout) && <WalletNotice onCard={payByCard} />}
    </Suspense>
  );
}
