import { newRefundTradeNo } from './ids.ts';
import type { PayermaxRefund, RefundOrder } from './refund.ts';
import { amountOf, type Trade } from './trade.ts';
import type { TradesDeps } from './trade-news.ts';

/** Refunds that the shop's server requests, and those that its staff make in PayerMax's own pages. */
export function createRefunds({ now, timers, outage, notify }: TradesDeps) {
  const refunds = new Map<string, PayermaxRefund>();
  const find = (number: string): PayermaxRefund | null => refunds.get(number.toLowerCase()) ?? null;

  function settle(refund: PayermaxRefund, status: 'REFUND_SUCCESS' | 'REFUND_FAILED'): void {
    refund.status = status;
    refund.completedAt = now();
    notify({ type: 'REFUND', refund });
  }

  return {
    find,
    make(trade: Trade, { outRefundNo, amount, notifyUrl }: RefundOrder): PayermaxRefund | null {
      const isLeft = trade.standing === 'paid' && amount <= amountOf(trade) - trade.refundedAmount;
      if (!isLeft) return null;
      trade.refundedAmount += amount;
      const refundTradeNo = newRefundTradeNo(now());
      const refund: PayermaxRefund = {
        outRefundNo,
        refundTradeNo,
        trade,
        amount,
        notifyUrl,
        status: 'REFUND_PENDING',
        completedAt: null,
      };
      refunds.set(outRefundNo.toLowerCase(), refund).set(refundTradeNo.toLowerCase(), refund);
      timers.after(outage.now().settleAfterMs, () => {
        if (refund.status === 'REFUND_PENDING') settle(refund, 'REFUND_SUCCESS');
      });
      return refund;
    },
    /** The refund fails afterwards, so the shop has its money again. False: no such refund, or it has failed before. */
    fail(number: string): boolean {
      const refund = find(number);
      if (refund === null || refund.status === 'REFUND_FAILED') return false;
      refund.trade.refundedAmount -= refund.amount;
      settle(refund, 'REFUND_FAILED');
      return true;
    },
    clear: () => refunds.clear(),
  };
}
