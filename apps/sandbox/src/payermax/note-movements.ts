import type { Movements } from '../world/movements.ts';
import { amountOf, type Trade } from './trade.ts';
import type { TradeNews } from './trade-news.ts';

const of = (trade: Trade) => ({
  paymentId: trade.order.outTradeNo,
  reference: trade.order.reference,
  currency: trade.order.currency,
  method: trade.card?.cardOrg ?? '',
});

const CASES = {
  opened: 'dispute-opened',
  won: 'dispute-returned',
  withdrawn: 'dispute-returned',
  lost: 'disputed',
} as const;

/** Records every movement of money, also without a webhook. A dispute's stage with several webhooks is recorded once. */
export function noteMovements(movements: Movements, now: () => number) {
  const noted = new Set<string>();
  return {
    note(news: TradeNews): void {
      const at = now();
      if (news.type === 'PAYMENT') {
        const { trade } = news;
        if (trade.standing !== 'paid') return;
        movements.note({ ...of(trade), what: 'captured', id: trade.tradeToken, amount: amountOf(trade), at });
      } else if (news.type === 'REFUND') {
        const { trade, status, refundTradeNo: id, outRefundNo: ownId, amount } = news.refund;
        const what = status === 'REFUND_FAILED' ? 'refund-failed' : 'refunded';
        movements.note({ ...of(trade), what, id, ownId, amount, at });
      } else {
        const { trade, dispute } = news;
        const { id, stage, amount, currency } = dispute;
        const what = Object.hasOwn(CASES, stage) ? CASES[stage as keyof typeof CASES] : null;
        if (what === null || noted.has(`${id} ${stage}`)) return;
        noted.add(`${id} ${stage}`);
        movements.note({ ...of(trade), what, id, amount, currency, at });
      }
    },
    clear: () => noted.clear(),
  };
}
