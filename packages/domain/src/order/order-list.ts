import { normaliseDigits } from '../digits.ts';
import { ORDER_SEARCH_SIGNS_MIN } from '../limits.ts';
import { ORDER_MOVES, payerState, type OrderState, type PayerOrderState } from './order-state.ts';

/** The states of orders as their payers choose among them. */
export const ORDER_GROUPS = ['checking', 'arriving', 'done', 'returned', 'not-done'] as const;
export type OrderGroup = (typeof ORDER_GROUPS)[number];

export const GROUP_OF_STATE = {
  created: 'checking',
  'awaiting-payer': 'checking',
  pending: 'checking',
  paid: 'arriving',
  delivered: 'done',
  refunded: 'returned',
  'charged-back': 'returned',
  refused: 'not-done',
  cancelled: 'not-done',
  expired: 'not-done',
} as const satisfies Record<PayerOrderState, OrderGroup>;

export function statesOfGroup(group: OrderGroup): OrderState[] {
  const states = Object.keys(ORDER_MOVES) as OrderState[];
  return states.filter((state) => GROUP_OF_STATE[payerState(state)] === group);
}

/** Signs of an order number as somebody types them while searching: small letters, spaces and other digits count as ours. */
function signsOf(typed: string): string {
  return normaliseDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

/** Where an order number has what was typed, for the mark; null where it has not, or too little was typed to search. */
export function findInOrderNumber(
  number: string,
  typed: string,
): { readonly from: number; readonly to: number } | null {
  const wanted = signsOf(typed);
  if (wanted.length < ORDER_SEARCH_SIGNS_MIN) return null;
  const places = [...number].flatMap((sign, place) => (sign === '-' ? [] : [place]));
  const first = places
    .map((place) => number[place])
    .join('')
    .indexOf(wanted);
  const [from, last] = [places[first], places[first + wanted.length - 1]];
  return from === undefined || last === undefined ? null : { from, to: last + 1 };
}

/** From so many signs on a text is searched for; with fewer the whole list stays. */
export function isOrderSearch(typed: string): boolean {
  return signsOf(typed).length >= ORDER_SEARCH_SIGNS_MIN;
}
