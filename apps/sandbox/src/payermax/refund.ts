import { majorUnits } from './amounts.ts';
import { iso, type Trade } from './trade.ts';

type RefundStatus = 'REFUND_PENDING' | 'REFUND_SUCCESS' | 'REFUND_FAILED';

export interface RefundOrder {
  readonly outRefundNo: string;
  readonly amount: number;
  readonly notifyUrl: string | null;
}

/** A refund of a payment. */
export interface PayermaxRefund {
  readonly outRefundNo: string;
  readonly refundTradeNo: string;
  readonly trade: Trade;
  readonly amount: number;
  readonly notifyUrl: string | null;
  status: RefundStatus;
  completedAt: number | null;
}

export function refundBody(refund: PayermaxRefund): object {
  const { outRefundNo, refundTradeNo, trade, amount, status, completedAt } = refund;
  return {
    outRefundNo,
    refundTradeNo,
    outTradeNo: trade.order.outTradeNo,
    tradeToken: trade.tradeToken,
    refundAmount: majorUnits(amount),
    refundCurrency: trade.order.currency,
    status,
    ...(completedAt === null ? {} : { completeTime: iso(completedAt) }),
  };
}
