import { majorUnits } from './amounts.ts';
import { iso, type Trade } from './trade.ts';

/** Money on its way back. */
export interface Refund {
  readonly outRefundNo: string;
  readonly refundTradeNo: string;
  readonly trade: Trade;
  readonly amount: number;
  readonly notifyUrl: string | null;
  completedAt: number | null;
}

export function refundBody({ outRefundNo, refundTradeNo, trade, amount, completedAt }: Refund): object {
  return {
    outRefundNo,
    refundTradeNo,
    outTradeNo: trade.order.outTradeNo,
    tradeToken: trade.tradeToken,
    refundAmount: majorUnits(amount),
    refundCurrency: trade.order.currency,
    status: completedAt === null ? 'REFUND_PENDING' : 'REFUND_SUCCESS',
    ...(completedAt === null ? {} : { completeTime: iso(completedAt) }),
  };
}
