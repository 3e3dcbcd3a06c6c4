import { SCENARIOS } from '../../scenarios.ts';
import type { PayermaxCard } from '../card.ts';
import { courseOf } from '../steering.ts';
import { statusOf, type Trade } from '../trade.ts';
import type { Trades } from '../trades.ts';

/**
 * The payer's view after paying on the provider's page. `try-again`: nothing happened. `cut-off`: the money moved, but the
 * page never leads back to the shop.
 */
export type AfterPaying = 'bank' | 'back' | 'try-again' | 'cut-off';

export function payAtCashier(
  trades: Trades,
  trade: Trade,
  card: PayermaxCard,
  keepsCard: boolean,
): AfterPaying {
  const { subject, amount } = trade.order;
  const { delivery } = SCENARIOS[courseOf(subject, amount, card.scenario).scenario];
  if (delivery === 'error-before') return 'try-again';
  trades.pay(trade, { card, paymentTokenId: null, keepsCard });
  if (trade.standing === 'asking') return 'bank';
  return delivery === 'lost' || delivery === 'error-after' ? 'cut-off' : 'back';
}

/** The address of the shop's page, with the payment's status. The status proves nothing: anybody can type such an address. */
export function returnUrl(trade: Trade): string {
  const url = new URL(trade.order.frontCallbackUrl);
  url.searchParams.set('outTradeNo', trade.order.outTradeNo);
  url.searchParams.set('tradeToken', trade.tradeToken);
  url.searchParams.set('status', statusOf(trade));
  return url.href;
}
