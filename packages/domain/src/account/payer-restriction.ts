import type { OrderPurpose } from '../order/order.ts';
import type { AccountId } from './account.ts';

/** Facts about the payer of an order, to compare the payer with the order's recipient. */
export type PayingPerson = {
  readonly accountId: AccountId | null;
  /** The paying device was signed in as the recipient at some time. */
  readonly hasDeviceBeenRecipient: boolean;
};

/**
 * [ORD-14] A recipient is penalised for a chargeback only if the payer was the recipient's account, or paid on a device that was
 * signed in as the recipient at some time. The recipient of a gift is not penalised.
 */
export function isLinkedToPayer(recipient: AccountId, payer: PayingPerson): boolean {
  return payer.accountId === recipient || payer.hasDeviceBeenRecipient;
}

/** The kinds of subject that a chargeback can stop from paying. */
export type RestrictedKind = 'account' | 'device' | 'card';

export type RestrictionRefusal = 'payer-restricted' | 'card-restricted';

/**
 * [ORD-14] The refusal of each restriction, and whether paying the fine for the same chargeback ends it. The fine frees the
 * device and the account; the card stays restricted, because its holder has disowned the payment.
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

/**
 * Whether a restriction stops a purchase. A fine can always be paid, because paying it ends the ban; if the payment of the fine
 * is charged back too, the ban applies again.
 */
const IS_STOPPED = { gems: true, fine: false } as const satisfies Record<OrderPurpose, boolean>;

/**
 * Why a payer with these restrictions may not pay, or null. `card-restricted` is the answer only if nothing but the card is
 * restricted: then another card helps.
 */
export function whyMayNotPay(
  purpose: OrderPurpose,
  restricted: readonly RestrictedKind[],
): RestrictionRefusal | null {
  const [first] = KINDS.filter((kind) => restricted.includes(kind));
  return first === undefined || !IS_STOPPED[purpose] ? null : RESTRICTIONS[first].refusal;
}
