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
