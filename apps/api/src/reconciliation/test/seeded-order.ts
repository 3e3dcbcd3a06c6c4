import {
  accountId,
  booksOf,
  newReturn,
  type BookEntry,
  type Money,
  type OrderFacts,
  type OrderId,
  type OrderState,
  type PaymentStanding,
  type ReturnFact,
  type ReturnHow,
  type ReturnStage,
} from '@jawhara/domain';
import type { Movement } from '../../../../sandbox/src/world/movements.ts';

/** Facts of one order for the database and for the provider. A planted fault changes one of the two. */
export interface SeededOrder {
  readonly id: OrderId;
  readonly account: number;
  readonly at: Date;
  state: OrderState;
  isHeld: boolean;
  creditedAt: Date | null;
  payments: SeededPayment[];
  returns: ReturnFact[];
  /** Transfers of the ledger, each with its entries. */
  transfers: BookEntry[][];
  movements: Movement[];
}

export interface SeededPayment {
  readonly id: string | null;
  state: 'sent' | 'open' | 'paid' | 'refused';
  standing: PaymentStanding | null;
  money: Money | null;
  paidAt: Date | null;
}

export const GEMS = 1060;
export const PRICE: Money = { currency: 'USD', minorUnits: 999 };
export const ACCOUNTS = 200;
const SECOND_MS = 1_000;

function uuidAt(at: Date, number: number): OrderId {
  const time = at.getTime().toString(16).padStart(12, '0');
  const tail = number.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}` as OrderId;
}

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** A movement of money at the provider, for the order's first payment by default. */
export function moved(order: SeededOrder, what: Movement['what'], more: Partial<Movement> = {}): Movement {
  return {
    what,
    id: `act_${order.id.slice(-12)}_${what}`,
    paymentId: order.payments[0]?.id ?? '',
    reference: order.id,
    amount: PRICE.minorUnits,
    currency: PRICE.currency,
    at: order.at.getTime() + SECOND_MS,
    method: 'VISA',
    ...more,
  };
}

export function factsOf({ account, payments, returns, state }: SeededOrder): OrderFacts {
  return {
    purpose: 'gems',
    recipientId: accountId(account),
    gems: GEMS,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: ['delivered', 'refunded', 'charged-back'].includes(state),
    payments: payments.flatMap(({ id, money, standing }) =>
      id === null || money === null || standing === null
        ? []
        : [{ provider: 13, providerPaymentId: id, money, standing }],
    ),
    returns,
  };
}

export function addReturn(
  order: SeededOrder,
  how: ReturnHow,
  stage: ReturnStage,
  money: Money = PRICE,
  providerPaymentId = order.payments[0]?.id ?? '',
): void {
  const word = { returnId: `${how}_${providerPaymentId}`, how, stage, providerPaymentId, money, fee: null };
  order.returns.push({ provider: 13, ...newReturn(word) });
}

/** An order that was paid and delivered. */
function delivered(at: Date, number: number): SeededOrder {
  const paidAt = later(at, 2 * SECOND_MS);
  const payment = { id: `pay_${number}`, state: 'paid', standing: 'kept', money: PRICE, paidAt } as const;
  const order: SeededOrder = {
    id: uuidAt(at, number),
    account: 1 + (number % ACCOUNTS),
    at,
    state: 'delivered',
    isHeld: false,
    creditedAt: paidAt,
    payments: [payment],
    returns: [],
    transfers: [],
    movements: [],
  };
  order.movements.push(moved(order, 'captured'));
  return order;
}

function secondPayment(order: SeededOrder): void {
  const id = `${order.payments[0]?.id}_2`;
  order.payments.push({
    id,
    state: 'paid',
    standing: 'second',
    money: PRICE,
    paidAt: later(order.at, 5_000),
  });
  addReturn(order, 'refund', 'taken', PRICE, id);
  const of = { paymentId: id, at: order.at.getTime() + 5_000 };
  order.movements.push(moved(order, 'captured', { ...of, id: `act_${id}` }));
  order.movements.push(moved(order, 'refunded', { ...of, id: `act_r_${id}` }));
}

function refuse(order: SeededOrder, state: 'refused' | 'expired'): void {
  order.state = state;
  order.creditedAt = null;
  order.payments = [
    { ...order.payments[0], state: 'refused', standing: null, money: null, paidAt: null } as SeededPayment,
  ];
  order.movements = [];
}

function holdOneCentLess(order: SeededOrder): void {
  const money = { ...PRICE, minorUnits: PRICE.minorUnits - 1 };
  order.state = 'pending';
  order.isHeld = true;
  order.creditedAt = null;
  order.payments = [{ ...order.payments[0], standing: 'wrong-amount', money } as SeededPayment];
  order.movements = [moved(order, 'captured', { amount: money.minorUnits })];
}

/** Every so many orders, an order has more than a plain purchase, such as a refund. */
const LIVES: readonly [every: number, live: (order: SeededOrder) => void][] = [
  [
    50,
    (order) => {
      order.state = 'refunded';
      addReturn(order, 'refund', 'taken');
      order.movements.push(moved(order, 'refunded'));
    },
  ],
  [
    51,
    (order) => {
      const part = { ...PRICE, minorUnits: 500 };
      addReturn(order, 'refund', 'taken', part);
      order.movements.push(moved(order, 'refunded', { amount: part.minorUnits }));
    },
  ],
  [
    53,
    (order) => {
      order.state = 'charged-back';
      addReturn(order, 'dispute', 'lost');
      order.movements.push(moved(order, 'disputed'));
    },
  ],
  [
    59,
    (order) => {
      addReturn(order, 'dispute', 'given-back');
      const at = order.at.getTime() + 60_000;
      order.movements.push(moved(order, 'disputed'), moved(order, 'dispute-returned', { at }));
    },
  ],
  [61, secondPayment],
  [67, holdOneCentLess],
  [
    71,
    (order) => {
      addReturn(order, 'reversal', 'taken');
      order.state = 'refunded';
      order.movements.push(moved(order, 'capture-failed'));
    },
  ],
  [19, (order) => refuse(order, 'refused')],
  [23, (order) => refuse(order, 'expired')],
];

/** An order whose books agree with the provider's. */
export function seedOrder(at: Date, number: number): SeededOrder {
  const order = delivered(at, number);
  LIVES.find(([every]) => number % every === 0)?.[1](order);
  const books = booksOf(factsOf(order));
  order.transfers = books.length === 0 ? [] : [books];
  return order;
}

/** True for an order that is only a plain purchase: faults are planted in these orders. */
export function isPlain(number: number): boolean {
  return LIVES.every(([every]) => number % every !== 0);
}
