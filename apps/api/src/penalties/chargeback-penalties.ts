import {
  whyMayNotPay,
  bansToPayOff,
  fineOfBan,
  finesForNothing,
  isLinkedToPayer,
  isStanding,
  KINDS_A_FINE_FREES,
  type CardOwner,
  type OrderPurpose,
  type RestrictionRefusal,
  type SavedCardId,
  type AccountId,
  type CardFingerprint,
  type KnownBan,
  type OrderId,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';
import { cardById } from '../saved-cards/saved-card.store.ts';
import { banAccount, hasBeenOn, lockAccount, unbanAccount } from '../accounts/account.store.ts';
import {
  restrictedAmong,
  liftAllOf,
  liftForFine,
  restoreAfterFine,
  restrict,
  type Subject,
} from './restriction.store.ts';
import * as bans from './ban.store.ts';

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

/** An order whose money a bank or its payer has taken back. */
interface PenalisedOrder {
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  readonly at: Date;
}

interface ChargedBackOrder extends PenalisedOrder {
  readonly payerDevice: string;
  readonly payerAccountId: AccountId | null;
  readonly cardFingerprint: CardFingerprint | null;
}

function payerOf({ payerDevice, payerAccountId, cardFingerprint }: ChargedBackOrder): Subject[] {
  return [
    { kind: 'device', subject: payerDevice },
    ...(payerAccountId === null ? [] : [{ kind: 'account', subject: String(payerAccountId) } as const]),
    ...(cardFingerprint === null ? [] : [{ kind: 'card', subject: cardFingerprint } as const]),
  ];
}

/** A ban can be paid off unless its cause was undone, its end date has passed, or an operator has decided otherwise. */
function followsFines({ kind, counts, liftedBy }: KnownBan): boolean {
  const isOver = liftedBy?.startsWith('person:') || liftedBy?.startsWith('date:');
  return kind === 'refund' && counts && !isOver;
}

/** Lifts bans and restrictions whose fine is paid, and restores those whose fine no longer counts. */
async function followFines(tx: Tx, accountId: AccountId, at: Date): Promise<void> {
  const paid = await bans.finesPaidOf(tx, accountId);
  for (const { id, causeOrderId, liftedBy } of (await bans.bansOf(tx, accountId)).filter(followsFines)) {
    const fine = fineOfBan(id, paid);
    const by = fine === null ? null : (`fine:${fine}` as const);
    if (by === liftedBy) continue;
    if (by === null) {
      await bans.reopenBan(tx, id);
      if (causeOrderId !== null) await restoreAfterFine(tx, causeOrderId);
    } else {
      await bans.liftBan(tx, id, { at, by });
      if (causeOrderId !== null) await liftForFine(tx, causeOrderId, KINDS_A_FINE_FREES, { at, by });
    }
  }
}

/** Changes an account's bans one at a time, then updates the account's status. */
async function changeBans(
  tx: Tx,
  { recipientId, at }: Pick<PenalisedOrder, 'recipientId' | 'at'>,
  change: (before: readonly KnownBan[], isBanned: boolean) => Promise<void>,
): Promise<readonly KnownBan[]> {
  const status = await lockAccount(tx, recipientId);
  const before = await bans.bansOf(tx, recipientId);
  await change(before, status === 'banned');
  await followFines(tx, recipientId, at);
  const after = await bans.bansOf(tx, recipientId);
  const wasBanned = before.some((ban) => isStanding(ban, at));
  const isBanned = after.some((ban) => isStanding(ban, at));
  const isNew = after.length > before.length;
  if (isBanned && (isNew || !wasBanned)) await banAccount(tx, recipientId);
  if (wasBanned && !isBanned) await unbanAccount(tx, recipientId);
  return after;
}

/**
 * [ORD-14] A bank took the money of an order back: its payer, device and card may no longer pay, and the recipient is
 * banned if the two are linked. If the order was a fine, that fine is unpaid again. Harmless to repeat.
 */
export async function applyChargeback(
  tx: Tx,
  order: ChargedBackOrder,
): Promise<{ readonly isRecipientBanned: boolean }> {
  const { orderId, recipientId: accountId, payerAccountId, at } = order;
  await restrict(tx, payerOf(order), { causeOrderId: orderId, since: at });
  const hasDeviceBeenRecipient = await hasBeenOn(tx, { accountId, device: order.payerDevice });
  const isLinked = isLinkedToPayer(accountId, { accountId: payerAccountId, hasDeviceBeenRecipient });
  const known = await changeBans(tx, order, async (before, isBanned) => {
    await bans.undoFine(tx, { accountId, orderId }, at);
    const ban = { accountId, since: at };
    const isNew = isLinked && (await bans.giveBan(tx, { ...ban, kind: 'refund', causeOrderId: orderId }));
    // The app had banned the account for a reason we do not know: that ban must outlive the one for this order.
    if (isNew && isBanned && before.every(({ liftedBy }) => liftedBy !== null))
      await bans.giveBan(tx, { ...ban, kind: 'other', causeOrderId: null });
  });
  return {
    isRecipientBanned: known.some((ban) => ban.causeOrderId === orderId && isStanding(ban, at)),
  };
}

/**
 * [ORD-14] Lifts the restrictions and the ban of an order whose dispute was won or withdrawn; the ban no longer counts. Returns
 * the fines that were paid without cause, for their refund; a repeated call returns the same ones. Harmless to repeat, also where
 * nothing was caused.
 */
export async function liftChargeback(
  tx: Tx,
  order: PenalisedOrder,
): Promise<{ readonly finesToReturn: readonly OrderId[] }> {
  const { orderId, recipientId: accountId, at } = order;
  await liftAllOf(tx, orderId, { at, by: `dispute:${orderId}` });
  const known = await changeBans(tx, order, async () => {
    await bans.withdrawBan(tx, { accountId, orderId, at });
    await bans.redoFine(tx, { accountId, orderId });
  });
  for (const fine of finesForNothing(known, await bans.finesPaidOf(tx, accountId)))
    await bans.noteForNothing(tx, { accountId, orderId: fine }, orderId);
  return { finesToReturn: await bans.finesReturnedBecause(tx, accountId, orderId) };
}

/**
 * [FIN-01] Records that the fine of an account is paid and lifts its bans. False if there was no ban to lift: then an operator
 * refunds the fine.
 */
export async function finePaid(
  tx: Tx,
  { orderId, recipientId: accountId, at, shownAt }: PenalisedOrder & { readonly shownAt: Date },
): Promise<{ readonly isBanLifted: boolean }> {
  const wasPaid = (await bans.finesPaidOf(tx, accountId)).some(({ fineOrderId }) => fineOrderId === orderId);
  if (wasPaid) return { isBanLifted: true };
  let isBanLifted = false;
  await changeBans(tx, { recipientId: accountId, at }, async (before) => {
    const ended = bansToPayOff(before, { now: at, shownAt });
    isBanLifted = ended.length > 0;
    for (const { id } of ended) await bans.noteFinePaid(tx, { accountId, orderId }, id, at);
  });
  return { isBanLifted };
}

/**
 * [FIN-05] If the payment of a fine is reversed or disputed, the fine counts as unpaid and the ban applies again. If we have the
 * money again, the ban is lifted again. True if that has changed. Harmless to repeat.
 */
export async function followFineMoney(
  tx: Tx,
  { orderId, recipientId: accountId, at, isGone }: PenalisedOrder & { readonly isGone: boolean },
): Promise<{ readonly hasChanged: boolean }> {
  const fine = { accountId, orderId };
  let hasChanged = false;
  await changeBans(tx, { recipientId: accountId, at }, async () => {
    hasChanged = isGone ? await bans.undoFine(tx, fine, at) : await bans.redoFine(tx, fine);
  });
  return { hasChanged };
}
