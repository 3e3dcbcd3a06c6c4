import { isEmbeddedWallet } from '@jawhara/domain';
import type { CheckoutEvent, CheckoutState } from '../../machine/checkout-state.ts';
import { isWalletOpen } from '../../machine/purchase/purchase-view.ts';
import { EmbeddedOrder } from './embedded-order.tsx';
import { EmbeddedResult } from './embedded-result.tsx';
import { WalletWait } from './wallet-wait.tsx';

export interface WalletOverProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  onAgain: () => void;
}

/** The overlay while a wallet pays. A button that a provider draws has dialogs of its own, before and after. */
export function WalletOver({ state, send, onAgain }: WalletOverProps) {
  if (state.at === 'purchasing') {
    const { purchase, use } = state;
    if (!isWalletOpen(purchase)) return null;
    if (use === null || !isEmbeddedWallet(use.payType)) return <WalletWait purchase={purchase} />;
    return <EmbeddedOrder purchase={purchase} onClose={() => send({ type: 'sheet-cancelled' })} />;
  }
  const { stopped, method, offer } = state.checkout;
  if (stopped === null || method?.kind !== 'wallet' || offer.wallet === null) return null;
  if (!isEmbeddedWallet(offer.wallet)) return null;
  return <EmbeddedResult problem={stopped} payType={offer.wallet} onAgain={onAgain} />;
}
