import type { ProviderNumber } from '@jawhara/domain';
import type { BookedPayment } from '../booked-payment.ts';
import type { Evidence, LedgerEntry, OrderFact, PaymentFact, RefundFact } from '../evidence.ts';

export const PRICE = 999;
const GEMS = 1060;
/** A third of the price is refunded, and with it a third of the gems, rounded down. */
const THIRD = { cents: 333, gems: 353 };
const CASE_FEE = 1500;

export const booked = (
  provider: ProviderNumber,
  id: string,
  reference: string,
  went: Partial<BookedPayment> = {},
): BookedPayment => ({
  provider,
  id,
  reference,
  scenario: 'approve',
  amount: went.captured ?? PRICE,
  requested: PRICE,
  currency: 'USD',
  captured: PRICE,
  refunded: 0,
  disputed: 0,
  disputes: [],
  status: 'Captured',
  ...went,
});

const dispute = (id: string, stage: 'opened' | 'won') => ({
  id,
  amount: PRICE,
  currency: 'USD',
  stage,
  isGone: stage === 'opened',
});

export const order = (
  id: string,
  recipientId: number,
  state: OrderFact['state'],
  isHeld = false,
): OrderFact => ({ id, recipientId, priceUsdCents: PRICE, gems: GEMS, state, isHeld });

export const paid = (
  orderId: string,
  provider: ProviderNumber,
  providerPaymentId: string,
  standing: PaymentFact['standing'] = 'kept',
): PaymentFact => ({ orderId, provider, providerPaymentId, state: 'paid', standing });

const sentBack = (orderId: string, provider: ProviderNumber, providerPaymentId: string): RefundFact => ({
  orderId,
  provider,
  providerPaymentId,
  cause: 'second-payment',
  state: 'accepted',
});

type Line = readonly [account: string, unit: string, amount: number];

export const transfer = (orderId: string, number: number, lines: readonly Line[]): LedgerEntry[] =>
  lines.map(([account, unit, amount]) => ({ orderId, number, account, unit, amount }));

export const credit = (orderId: string, accountId: number, provider: ProviderNumber = 13, number = 1) =>
  transfer(orderId, number, [
    [`account:${accountId}`, 'gem', GEMS],
    ['gems-issued', 'gem', -GEMS],
    [`provider:${provider}`, 'USD', PRICE],
    ['gem-sales', 'USD', -PRICE],
  ]);

export const unearned = (orderId: string, number: number, provider: ProviderNumber, cents: number) =>
  transfer(orderId, number, [
    [`provider:${provider}`, 'USD', cents],
    ['payers-money', 'USD', -cents],
  ]);

const reversalTransfer = (
  orderId: string,
  number: number,
  accountId: number,
  provider: ProviderNumber,
  gone: { readonly cents: number; readonly gems: number },
) =>
  transfer(orderId, number, [
    [`account:${accountId}`, 'gem', -gone.gems],
    ['gems-issued', 'gem', gone.gems],
    [`provider:${provider}`, 'USD', -gone.cents],
    ['gem-sales', 'USD', gone.cents],
  ]);

const fee = (orderId: string, number: number, provider: ProviderNumber) =>
  transfer(orderId, number, [
    [`provider:${provider}`, 'USD', -CASE_FEE],
    ['provider-fees', 'USD', CASE_FEE],
  ]);

const ENTRIES: readonly LedgerEntry[] = [
  ...credit('paid', 1),
  ...credit('twice', 2),
  ...unearned('twice', 2, 13, PRICE),
  ...unearned('twice', 3, 13, -PRICE),
  ...unearned('held', 1, 13, PRICE - 1),
  ...unearned('turned', 1, 17, PRICE),
  ...credit('turned', 3, 6, 2),
  ...unearned('turned', 3, 17, -PRICE),
  ...credit('part-back', 4, 17),
  ...reversalTransfer('part-back', 2, 4, 17, THIRD),
  ...credit('disputed', 5, 6),
  ...reversalTransfer('disputed', 2, 5, 6, { cents: PRICE, gems: GEMS }),
  ...fee('disputed', 3, 6),
  ...credit('by-wallet', 6, 18),
  ...fee('by-wallet', 2, 18),
  ...credit('by-tap', 7, 19),
  ...reversalTransfer('by-tap', 2, 7, 19, THIRD),
];

/** The transfers to which these ledger entries belong, each once. */
export const transfersOf = (entries: readonly LedgerEntry[]): Evidence['transfers'] => [
  ...new Map(entries.map(({ orderId, number }) => [`${orderId} ${number}`, { orderId, number }])).values(),
];

const ORDERS = [
  order('paid', 1, 'delivered'),
  order('twice', 2, 'delivered'),
  order('held', 1, 'pending', true),
  order('refused', 2, 'refused'),
  order('turned', 3, 'delivered'),
  order('part-back', 4, 'delivered'),
  order('disputed', 5, 'charged-back'),
  order('by-wallet', 6, 'delivered'),
  order('by-tap', 7, 'delivered'),
];

/**
 * A small run without a fault: one order paid, one charged twice, one held, one refused, one that went from Adyen to PayerMax,
 * where Adyen turned out to have charged as well, one whose dispute was won after a third had been refunded, one that is
 * charged back, and two paid by wallet: the first had a dispute that was won and cost a fee, the second a refund of a third.
 */
export const GOOD: Evidence = {
  orders: ORDERS,
  requests: ORDERS.map(({ id: orderId }) => ({ requestId: `request-${orderId}`, orderId })),
  transfers: transfersOf(ENTRIES),
  entries: ENTRIES,
  balances: [
    { accountId: 1, gems: GEMS },
    { accountId: 2, gems: GEMS },
    { accountId: 3, gems: GEMS },
    { accountId: 4, gems: GEMS - THIRD.gems },
    { accountId: 5, gems: 0 },
    { accountId: 6, gems: GEMS },
    { accountId: 7, gems: GEMS - THIRD.gems },
  ],
  payments: [
    paid('paid', 13, 'pay_1'),
    paid('twice', 13, 'pay_2'),
    paid('twice', 13, 'pay_3', 'second'),
    paid('held', 13, 'pay_4', 'wrong-amount'),
    paid('turned', 17, 'psp_1', 'second'),
    // PayerMax has another payment id in its books than in its API.
    paid('turned', 6, 'our-1'),
    paid('part-back', 17, 'psp_2'),
    paid('disputed', 6, 'our-2'),
    paid('by-wallet', 18, 'pi_1'),
    paid('by-tap', 19, 'chg_1'),
  ],
  refunds: [sentBack('twice', 13, 'pay_3'), sentBack('turned', 17, 'psp_1')],
  returns: [
    { orderId: 'part-back', provider: 17, returnId: 'dispute-1', stage: 'given-back' },
    { orderId: 'disputed', provider: 6, returnId: 'dispute-2', stage: 'taken' },
    { orderId: 'by-wallet', provider: 18, returnId: 'dispute-3', stage: 'given-back-again' },
  ],
  restrictedBecause: ['disputed'],
  notifications: [
    { id: 'n1', provider: 13, eventType: 'payment_captured', orderId: 'paid', isProcessed: true },
    { id: 'n2', provider: 13, eventType: 'payment_captured', orderId: 'twice', isProcessed: true },
  ],
  alerts: [
    { orderId: 'held', kind: 'amount-mismatch', providerPaymentId: 'pay_4', isOpen: true },
    { orderId: 'twice', kind: 'second-payment', providerPaymentId: 'pay_3', isOpen: false },
  ],
  books: [
    booked(13, 'pay_1', 'paid'),
    booked(13, 'pay_2', 'twice'),
    booked(13, 'pay_3', 'twice', { refunded: PRICE }),
    booked(13, 'pay_4', 'held', { captured: PRICE - 1 }),
    booked(13, 'pay_5', 'refused', { captured: 0 }),
    booked(17, 'psp_1', 'turned', { refunded: PRICE }),
    booked(6, 'trade_1', 'turned'),
    booked(17, 'psp_2', 'part-back', { refunded: THIRD.cents, disputes: [dispute('dispute-1', 'won')] }),
    booked(6, 'trade_2', 'disputed', { disputed: PRICE, disputes: [dispute('dispute-2', 'opened')] }),
    booked(18, 'pi_1', 'by-wallet', { disputes: [dispute('dispute-3', 'won')] }),
    booked(19, 'chg_1', 'by-tap', { refunded: THIRD.cents }),
  ],
  payers: [
    { requestId: 'request-paid', orderIds: ['paid'], wasPaused: false, end: 'paid' },
    { requestId: 'request-twice', orderIds: ['twice'], wasPaused: false, end: 'paid' },
    { requestId: 'request-held', orderIds: ['held'], wasPaused: false, end: 'open' },
    { requestId: 'request-refused', orderIds: ['refused'], wasPaused: false, end: 'not-paid' },
    { requestId: 'request-turned', orderIds: ['turned'], wasPaused: false, end: 'paid' },
    { requestId: 'request-part-back', orderIds: ['part-back'], wasPaused: false, end: 'paid' },
    { requestId: 'request-disputed', orderIds: ['disputed'], wasPaused: false, end: 'paid' },
    { requestId: 'request-by-wallet', orderIds: ['by-wallet'], wasPaused: false, end: 'paid' },
    { requestId: 'request-by-tap', orderIds: ['by-tap'], wasPaused: false, end: 'paid' },
  ],
  chargedAgain: ['twice'],
  turned: ['turned'],
  turnedDown: ['disputed'],
  unfinishedFlows: [],
};

export const without = <Item extends { orderId: string | null }>(
  items: readonly Item[],
  orderId: string,
): Item[] => items.filter((item) => item.orderId !== orderId);

/** The good run with other ledger entries, and the balances that follow from them. */
export function withEntries(entries: readonly LedgerEntry[]): Evidence {
  const balances = GOOD.balances.map(({ accountId }) => ({
    accountId,
    gems: entries
      .filter(({ account, unit }) => account === `account:${accountId}` && unit === 'gem')
      .reduce((total, { amount }) => total + amount, 0),
  }));
  return { ...GOOD, entries, transfers: transfersOf(entries), balances };
}

/** The good run with a change in a provider's books. */
export function withBooked(id: string, went: Partial<BookedPayment>): Evidence {
  return { ...GOOD, books: GOOD.books.map((one) => (one.id === id ? { ...one, ...went } : one)) };
}
