import {
  whyMayNotPay,
  type CardOwner,
  type OrderPurpose,
  type RestrictionRefusal,
  type SavedCardId,
} from '@jawhara/domain';
import type { Reader } from '../platform/postgres.ts';
import { cardById } from '../saved-cards/saved-card.store.ts';
import { restrictedAmong, type Subject } from './restriction.store.ts';

/** [ORD-14] The restriction from earlier chargebacks that stops this payer or card, or null. */
export async function paymentRestriction(
  db: Reader,
  purpose: OrderPurpose,
  payer: CardOwner,
  savedCardId: SavedCardId | null,
): Promise<RestrictionRefusal | null> {
  const card = savedCardId && (await cardById(db, payer, savedCardId));
  const subjects: Subject[] = [
    { kind: 'device', subject: payer.device },
    ...(payer.accountId === null ? [] : [{ kind: 'account', subject: String(payer.accountId) } as const]),
    ...(card ? [{ kind: 'card', subject: card.fingerprint } as const] : []),
  ];
  return whyMayNotPay(purpose, await restrictedAmong(db, subjects));
}
