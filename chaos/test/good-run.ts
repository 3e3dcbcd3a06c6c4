import type { CardProvider } from '../card-provider.ts';
import type { Evidence, PaymentFact } from '../evidence.ts';
import type { BookedPayment } from '../sandbox-controls.ts';

export const PRICE = 999;
const GEMS = 1060;

export const booked = (
  provider: CardProvider,
  id: string,
  reference: string,
  captured = PRICE,
  refunded = 0,
): BookedPayment => ({
  provider,
  id,
  reference,
  amount: captured,
  requested: PRICE,
  captured,
  refunded,
  status: 'Captured',
});

export const order = (
  id: string,
  recipientId: number,
  state: 'delivered' | 'pending' | 'refused',
  isHeld = false,
) => ({
  id,
  recipientId,
  priceUsdCents: PRICE,
  gems: GEMS,
  state,
  isHeld,
  hasRivals: false,
});

const paid = (
  orderId: string,
  provider: CardProvider,
  providerPaymentId: string,
  end: 'kept' | 'refunded' = 'kept',
): PaymentFact => ({
  orderId,
  provider,
  providerPaymentId,
  state: end === 'kept' ? 'paid' : 'refunded',
  isKept: end === 'kept',
});

export const credit = (orderId: string, accountId: number, provider: CardProvider = 13) => [
  { orderId, kind: 'credit', account: `account:${accountId}`, unit: 'gem', amount: GEMS },
  { orderId, kind: 'credit', account: 'gems-issued', unit: 'gem', amount: -GEMS },
  { orderId, kind: 'credit', account: `provider:${provider}`, unit: 'usd-cent', amount: PRICE },
  { orderId, kind: 'credit', account: 'gem-sales', unit: 'usd-cent', amount: -PRICE },
];

/**
 * A small run in which everything went right: two paid (one charged twice), one held, one refused, and one that went from
 * 17 to 6, where the first turned out to have charged as well.
 */
export const GOOD: Evidence = {
  orders: [
    order('paid', 1, 'delivered'),
    order('twice', 2, 'delivered'),
    order('held', 1, 'pending', true),
    order('refused', 2, 'refused'),
    order('turned', 3, 'delivered'),
  ],
  requests: ['paid', 'twice', 'held', 'refused', 'turned'].map((orderId) => ({
    requestId: `request-${orderId}`,
    orderId,
  })),
  transfers: [
    { orderId: 'paid', kind: 'credit' },
    { orderId: 'twice', kind: 'credit' },
    { orderId: 'turned', kind: 'credit' },
  ],
  entries: [...credit('paid', 1), ...credit('twice', 2), ...credit('turned', 3, 6)],
  balances: [
    { accountId: 1, gems: GEMS },
    { accountId: 2, gems: GEMS },
    { accountId: 3, gems: GEMS },
  ],
  payments: [
    paid('paid', 13, 'pay_1'),
    paid('twice', 13, 'pay_2'),
    paid('twice', 13, 'pay_3', 'refunded'),
    { orderId: 'held', provider: 13, providerPaymentId: 'pay_4', state: 'wrong-amount', isKept: false },
    paid('turned', 17, 'psp_1', 'refunded'),
    paid('turned', 6, 'trade_1'),
  ],
  notifications: [
    { id: 'n1', orderId: 'paid', isProcessed: true },
    { id: 'n2', orderId: 'twice', isProcessed: true },
  ],
  alerts: [
    { orderId: 'held', kind: 'amount-mismatch', providerPaymentId: 'pay_4' },
    { orderId: 'twice', kind: 'second-payment', providerPaymentId: 'pay_3' },
  ],
  books: [
    booked(13, 'pay_1', 'paid'),
    booked(13, 'pay_2', 'twice'),
    booked(13, 'pay_3', 'twice', PRICE, PRICE),
    booked(13, 'pay_4', 'held', PRICE - 1),
    booked(13, 'pay_5', 'refused', 0),
    booked(17, 'psp_1', 'turned', PRICE, PRICE),
    booked(6, 'trade_1', 'turned'),
  ],
  told: [
    { requestId: 'request-paid', orderIds: ['paid'], wasPaused: false, end: 'paid' },
    { requestId: 'request-twice', orderIds: ['twice'], wasPaused: false, end: 'paid' },
    { requestId: 'request-held', orderIds: ['held'], wasPaused: false, end: 'open' },
    { requestId: 'request-refused', orderIds: ['refused'], wasPaused: false, end: 'not-paid' },
    { requestId: 'request-turned', orderIds: ['turned'], wasPaused: false, end: 'paid' },
  ],
  chargedAgain: ['twice'],
  turned: ['turned'],
  unfinishedFlows: [],
};

export const without = <Item extends { orderId: string | null }>(
  items: readonly Item[],
  orderId: string,
): Item[] => items.filter((item) => item.orderId !== orderId);

/** The balances of a run in which one account has twice its gems. */
export const doubled = (account: number): Evidence['balances'] =>
  GOOD.balances.map((one) => (one.accountId === account ? { ...one, gems: 2 * GEMS } : one));
