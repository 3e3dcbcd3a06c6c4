import { normaliseDigits } from '../digits.ts';
import { ORDER_SEARCH_SIGNS_MIN } from '../limits.ts';
import { ORDER_MOVES, payerState, type OrderState, type PayerOrderState } from './order-state.ts';

/** Groups of order states, by which payers filter their list. */
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

/** The characters of a typed order number, normalised: small letters, spaces and digits of other scripts are accepted. */
function signsOf(typed: string): string {
  return normaliseDigits(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

/** The position of the typed text in an order number, to highlight it; null if absent or too short for a search. */
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

/** Whether the text is long enough for a search. With a shorter one the whole list is shown. */
export function isOrderSearch(typed: string): boolean {
  return signsOf(typed).length >= ORDER_SEARCH_SIGNS_MIN;
}
