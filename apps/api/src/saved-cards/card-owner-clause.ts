import type { CardOwner } from '@jawhara/domain';
import { whereOwnedBy } from '../platform/owner-clause.ts';
import type { Reader } from '../platform/postgres.ts';

/** These clauses are in every query that reads or changes cards for a caller, so that nobody reaches another owner's cards. */

function ownedBy(db: Reader, owner: CardOwner) {
  return whereOwnedBy(db, { device: db`owner_device`, account: db`owner_account_id` }, owner);
}

/** A card without consent is not listed, charged or changed. */
export function whereSavedBy(db: Reader, owner: CardOwner) {
  return db`(state = 'kept' and ${ownedBy(db, owner)})`;
}

/** Whether a card may be saved is answered only on the device that paid, and by the account (or guest) that paid. */
export function whereConsentPendingFor(db: Reader, owner: CardOwner) {
  return db`(state = 'asked' and owner_device = ${owner.device} and ${ownedBy(db, owner)})`;
}

/** Saved under exactly this owner: the account where one is signed in, otherwise the device. */
export function savedAs(db: Reader, { device, accountId }: CardOwner) {
  return accountId === null
    ? db`(owner_account_id is null and owner_device = ${device})`
    : db`owner_account_id = ${accountId}`;
}
