import type { CardOwner } from '@jawhara/domain';
import type { Reader } from '../platform/postgres.ts';

/** A clause of these stands in every query that answers or changes something for a caller: a foreign card does not exist. */

/**
 * A card saved while signed in is its account's on whatever device, and of no one else who uses that device. A card saved by a
 * visitor is the device's, whoever is signed in there.
 */
function ownedBy(db: Reader, { device, accountId }: CardOwner) {
  const ofDevice = db`(owner_account_id is null and owner_device = ${device})`;
  return accountId === null ? ofDevice : db`(owner_account_id = ${accountId} or ${ofDevice})`;
}

/** A card without consent is not listed, charged or changed. */
export function whereSavedBy(db: Reader, owner: CardOwner) {
  return db`(state = 'kept' and ${ownedBy(db, owner)})`;
}

/** The question is answered on the device that paid, by the account that was signed in when it paid. */
export function whereConsentPendingFor(db: Reader, owner: CardOwner) {
  return db`(state = 'asked' and owner_device = ${owner.device} and ${ownedBy(db, owner)})`;
}

/** Saved under exactly this name: the account's where one is signed in, else the device's. */
export function savedAs(db: Reader, { device, accountId }: CardOwner) {
  return accountId === null
    ? db`(owner_account_id is null and owner_device = ${device})`
    : db`owner_account_id = ${accountId}`;
}
