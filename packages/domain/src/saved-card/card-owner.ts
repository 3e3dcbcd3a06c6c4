import type { AccountId } from '../account/account.ts';

/** Who asks for saved cards, or saves one: always a device, and an account when signed in. The account goes before the device. */
export interface CardOwner {
  readonly device: string;
  readonly accountId: AccountId | null;
}

/**
 * By what name a provider knows who keeps a card there. The device's own name is a digest already; an account goes before
 * it, so that a card saved while logged in pays from every device of the account.
 */
export function payerReferenceOf({ device, accountId }: CardOwner): string {
  return accountId === null ? `device-${device}` : `account-${accountId}`;
}
