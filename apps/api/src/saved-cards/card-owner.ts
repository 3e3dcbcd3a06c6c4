import type { AccountId } from '@jawhara/domain';

/** A card is seen by the device that saved it, and by the account that saved it on any device. */
export interface CardOwner {
  readonly device: string;
  readonly accountId: AccountId | null;
}
