import type { OrderPurpose } from '../order/order.ts';
import type { AccountId } from './account.ts';

/** Who paid an order, as seen from its recipient. */
export type PayingPerson = {
  readonly accountId: AccountId | null;
  /** The device it was paid on has at some time been logged in as the recipient. */
  readonly hasDeviceBeenRecipient: boolean;
};

/**
 * [ORD-14] A recipient answers for a chargeback only where the payer was that account, or paid on a device that has been
 * logged in as it. Whoever was merely given something answers for nothing.
 */
export function isLinkedToPayer(recipient: AccountId, payer: PayingPerson): boolean {
  return payer.accountId === recipient || payer.hasDeviceBeenRecipient;
}

/** Whom or what a chargeback stops from paying. */
export type RestrictedKind = 'account' | 'device' | 'card';

export type RestrictionRefusal = 'payer-restricted' | 'card-restricted';

/**
 * [ORD-14] The refusals of a restriction, and whether a fine that is paid for the same chargeback ends it. A fine settles it
 * with the person; the card stays stopped, because its holder has told the bank that it was not them.
 */
export const RESTRICTIONS = {
  account: { refusal: 'payer-restricted', endsWithFine: true },
  device: { refusal: 'payer-restricted', endsWithFine: true },
  card: { refusal: 'card-restricted', endsWithFine: false },
} as const satisfies Record<
  RestrictedKind,
  { readonly refusal: RestrictionRefusal; readonly endsWithFine: boolean }
>;

const KINDS = Object.keys(RESTRICTIONS) as readonly RestrictedKind[];

export const KINDS_A_FINE_FREES: readonly RestrictedKind[] = KINDS.filter(
  (kind) => RESTRICTIONS[kind].endsWithFine,
);

/** A fine is the way back, so nobody is kept from paying one: if its money goes back too, the ban is back. */
const IS_STOPPED = { gems: true, fine: false } as const satisfies Record<OrderPurpose, boolean>;

/** Why an order is not taken from a payer of whom this much is restricted; null when it is. Another card helps only the last. */
export function whyMayNotPay(
  purpose: OrderPurpose,
  restricted: readonly RestrictedKind[],
): RestrictionRefusal | null {
  const [first] = KINDS.filter((kind) => restricted.includes(kind));
  return first === undefined || !IS_STOPPED[purpose] ? null : RESTRICTIONS[first].refusal;
}
