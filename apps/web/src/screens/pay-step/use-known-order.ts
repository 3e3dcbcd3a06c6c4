import type { OrderInfo } from '@jawhara/contract';
import { isWallet, type OrderId } from '@jawhara/domain';
import { useState } from 'react';
import { useSavedCardOf } from '../../api/use-saved-cards.ts';
import { storedOrders } from '../../browser/storage/orders.ts';
import { knownCards } from '../../checkout/machine/methods.ts';
import type { CheckoutState } from '../../checkout/machine/checkout-state.ts';
import type { PurchaseState } from '../../checkout/machine/purchase/purchase-state.ts';
import { isStillOnStep } from '../../checkout/machine/purchase/purchase-view.ts';
import { useSentCard } from '../../checkout/machine/sent-cards.ts';
import { cardName, methodName } from '../../checkout/parts/card-name.ts';
import type { OrderSummary } from '../../checkout/parts/order-strip.tsx';
import { useWalletName } from '../../checkout/parts/wallet-kit.tsx';
import type { OrderShown } from '../../checkout/parts/waiting-frame.tsx';

/** The order as it was chosen when pay was pressed: another tab may choose another pack meanwhile. */
function usePressedOrder(purchase: PurchaseState | null, chosen: OrderSummary | null): OrderSummary | null {
  const [pressed, setPressed] = useState<OrderSummary | null>(null);
  const isPressed = purchase !== null && isStillOnStep(purchase);
  if (isPressed && pressed === null && chosen !== null) setPressed(chosen);
  if (purchase === null && pressed !== null) setPressed(null);
  return pressed;
}

/** The order as this device last read it; null for an order that this device never read, such as an order of a link. */
function seenBefore(orderId: OrderId | null): OrderInfo | null {
  return storedOrders.read()?.find((one) => one.orderId === orderId)?.seen?.order ?? null;
}

function useMethodName(
  state: CheckoutState,
  orderId: OrderId | null,
  order: OrderInfo | null,
): string | null {
  const walletName = useWalletName();
  const sent = useSentCard(orderId);
  const saved = useSavedCardOf(orderId);
  const use = 'use' in state ? state.use : null;
  if (order !== null && isWallet(order.payType)) return methodName(order.payType);
  if (use?.kind === 'wallet') return walletName;
  const used =
    use?.kind === 'saved-card'
      ? knownCards(state.checkout.cards).find(({ sourceId }) => sourceId === use.sourceId)
      : undefined;
  const card = sent ?? used ?? saved;
  return card === null ? null : cardName(card);
}

/** The facts of the order that this page can show: from the press on pay, from an earlier visit, or from the server. */
export function useKnownOrder(
  state: CheckoutState,
  purchase: PurchaseState | null,
  order: OrderInfo | null,
  chosen: OrderSummary | null,
): OrderShown {
  const orderId = purchase !== null && 'orderId' in purchase ? purchase.orderId : null;
  const pressed = usePressedOrder(purchase, chosen);
  const isPlacedHere = 'use' in state && state.use !== null;
  const known = order ?? seenBefore(orderId);
  return {
    orderId,
    summary: known ?? pressed ?? (isPlacedHere ? chosen : null),
    method: useMethodName(state, orderId, known),
  };
}
