import { planRefund, refundOrder } from '../../operator/orders/refund-order.ts';
import { isRefused } from '../../operator/refusals.ts';
import type { Commands } from '../command.ts';
import { orderOf, refundLines } from './order.ts';

export const FINE_COMMANDS = {
  'fines return': {
    kind: 'changes',
    usage: 'fines return ORDER',
    says: 'give a fine back; the ban it lifted stays lifted',
    async run(call) {
      const orderId = await orderOf(call);
      if (orderId === null) return { kind: 'usage' };
      if (typeof orderId !== 'string') return orderId;
      const wanted = { orderId, purpose: 'fine', amount: null, wrongRecipient: null } as const;
      const plan = await planRefund(call.context.orders.db, wanted);
      if (isRefused(plan)) return plan;
      if (!(await call.confirm(refundLines(plan)))) return { kind: 'not-confirmed' };
      return refundOrder(call.context, call.signOff, wanted, plan);
    },
  },
} as const satisfies Commands;
