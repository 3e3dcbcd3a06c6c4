import { booksOf, type BookEntry, type FindingKind } from '@jawhara/domain';
import type { Movement } from '../../../../sandbox/src/world/movements.ts';
import { addReturn, factsOf, isPlain, later, moved, seedOrder, type SeededOrder } from './seeded-order.ts';

/** A finding that the reconciliation must report. */
export interface Expected {
  readonly kind: FindingKind;
  /** The id of the order, payment or account that the finding must name. */
  readonly at: string;
}

export interface PlantedDay {
  readonly orders: readonly SeededOrder[];
  /** Movements of money at the provider, in the order of its report. */
  readonly movements: readonly Movement[];
  readonly expected: readonly Expected[];
  /** Accounts whose balance was changed by hand. */
  readonly edited: readonly number[];
}

type Plant = (order: SeededOrder, day: { strangers: Movement[]; edited: number[] }) => string;

const HOUR_MS = 3_600_000;

function unpaid(order: SeededOrder, state: 'open' | 'refused'): void {
  order.state = state === 'open' ? 'expired' : 'refused';
  order.creditedAt = null;
  order.payments = order.payments.map((one) => ({
    ...one,
    state,
    standing: null,
    money: null,
    paidAt: null,
  }));
  order.transfers = [];
}

const gemsOf = (entries: readonly BookEntry[]): BookEntry[] => entries.filter(({ unit }) => unit === 'gem');

/** Several ways to cause each finding. Each changes our records or the report, and returns the finding's place. */
export const PLANTS: readonly (readonly [FindingKind, Plant])[] = [
  // The order is paid but was never delivered.
  [
    'missing credit',
    (order) => {
      order.state = 'paid';
      order.creditedAt = null;
      order.transfers = [booksOf(factsOf(order))];
      return order.id;
    },
  ],
  // The order is delivered, but the ledger has no transfer.
  [
    'missing credit',
    (order) => {
      order.transfers = [];
      return order.id;
    },
  ],
  [
    'double credit',
    (order) => {
      order.transfers.push(gemsOf(order.transfers.flat()));
      return order.id;
    },
  ],
  [
    'missing capture',
    (order) => {
      order.movements = [];
      return order.id;
    },
  ],
  [
    'amount differs',
    (order) => {
      order.movements = [moved(order, 'captured', { amount: 998 })];
      return order.id;
    },
  ],
  // The payment was captured twice.
  [
    'amount differs',
    (order) => {
      order.movements.push(moved(order, 'captured', { id: `act_again_${order.id.slice(-12)}` }));
      return order.id;
    },
  ],
  [
    'refund not taken back',
    (order) => {
      order.movements.push(moved(order, 'refunded'));
      return order.id;
    },
  ],
  // The refund is reported, but the gems were not removed.
  [
    'refund not taken back',
    (order) => {
      addReturn(order, 'refund', 'taken');
      order.state = 'refunded';
      order.movements.push(moved(order, 'refunded'));
      return order.id;
    },
  ],
  [
    'orphan payment',
    (order, { strangers }) => {
      const paymentId = `pay_stranger_${order.id.slice(-12)}`;
      strangers.push(
        moved(order, 'captured', { id: `act_${paymentId}`, paymentId, reference: 'G-another-shop' }),
      );
      return paymentId;
    },
  ],
  // The payment names an order of ours, but we have no such payment.
  [
    'orphan payment',
    (order, { strangers }) => {
      const paymentId = `pay_unasked_${order.id.slice(-12)}`;
      strangers.push(moved(order, 'captured', { id: `act_${paymentId}`, paymentId }));
      return paymentId;
    },
  ],
  [
    'wrong currency',
    (order) => {
      order.movements = [moved(order, 'captured', { currency: 'SAR', amount: 3746 })];
      return order.id;
    },
  ],
  [
    'late confirmation',
    (order) => {
      unpaid(order, 'open');
      return order.id;
    },
  ],
  [
    'late confirmation',
    (order) => {
      unpaid(order, 'refused');
      return order.id;
    },
  ],
  // The payment was recorded three hours after its capture.
  [
    'late confirmation',
    (order) => {
      order.payments = order.payments.map((one) => ({ ...one, paidAt: later(order.at, 3 * HOUR_MS) }));
      return order.id;
    },
  ],
  [
    'dispute nobody told',
    (order) => {
      order.movements.push(moved(order, 'disputed'));
      return order.id;
    },
  ],
  // The dispute was won, but no webhook reported it.
  [
    'dispute nobody told',
    (order) => {
      addReturn(order, 'dispute', 'lost');
      order.state = 'charged-back';
      order.transfers = [booksOf(factsOf(order))].filter((entries) => entries.length > 0);
      const at = order.at.getTime() + 60_000;
      order.movements.push(moved(order, 'disputed'), moved(order, 'dispute-returned', { at }));
      return order.id;
    },
  ],
  [
    'ledger not balanced',
    (order) => {
      order.transfers = order.transfers.map((entries) =>
        entries.filter(({ account }) => account !== 'gem-sales'),
      );
      return order.id;
    },
  ],
  // The sums are zero, but the amounts are wrong.
  [
    'ledger not balanced',
    (order) => {
      order.transfers = order.transfers.map((entries) =>
        entries.map((one) => (one.unit === 'gem' ? one : { ...one, amount: one.amount * 2 })),
      );
      return order.id;
    },
  ],
  [
    'ledger not balanced',
    (order, { edited }) => {
      edited.push(order.account);
      return `account ${order.account}`;
    },
  ],
];

export interface DayPlan {
  readonly from: Date;
  readonly orders: number;
  /** How often each fault is planted. */
  readonly times: number;
}

/** Orders spread over the middle of a day. Faults are planted in plain purchases far apart. The same in every run. */
export function plantDay({ from, orders: count, times }: DayPlan): PlantedDay {
  const first = later(from, 3 * HOUR_MS);
  const stepMs = Math.floor((15 * HOUR_MS) / count);
  const orders = Array.from({ length: count }, (_, place) =>
    seedOrder(later(first, place * stepMs), place + 1),
  );
  const plain = orders.filter((_, place) => isPlain(place + 1));
  const apart = Math.floor(plain.length / (PLANTS.length * times));
  const strangers: Movement[] = [];
  const edited: number[] = [];
  const expected = Array.from({ length: times }).flatMap((_, time) =>
    PLANTS.map(([kind, plant], place): Expected => {
      const order = plain[(time * PLANTS.length + place) * apart];
      if (!order) throw new Error('too few orders for so many faults');
      return { kind, at: plant(order, { strangers, edited }) };
    }),
  );
  const movements = [...orders.flatMap((order) => order.movements), ...strangers];
  return { orders, movements: movements.toSorted((one, other) => one.at - other.at), expected, edited };
}
