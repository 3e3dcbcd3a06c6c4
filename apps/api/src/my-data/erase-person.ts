import { isToDeliver, isUndecided, type Owner } from '@jawhara/domain';
import { deleteDevicesOf, eraseAppRows, eraseFacts } from '../accounts/account.store.ts';
import { deleteSessionsOf } from '../accounts/session.store.ts';
import { deleteReportsOf } from '../feedback/feedback.store.ts';
import { releaseUploads, releaseUploadsOf } from '../feedback/upload.store.ts';
import { eraseAddressesOf } from '../mails/end-address.ts';
import { deleteLinksOf } from '../order-search/order-search.store.ts';
import { eraseOrdersOf, lockOrdersOf } from '../orders/store/own-orders.store.ts';
import { eraseLiftedOf } from '../penalties/restriction.store.ts';
import type { Tx } from '../platform/postgres.ts';
import { forgetRecipientsOf } from '../recipients/recipient-history.ts';
import { forgetLater } from '../saved-cards/card-to-forget.store.ts';
import { removeOfPerson } from '../saved-cards/saved-card.store.ts';

/** The numbers of rows that were deleted or separated from the person, and of the restrictions that stay. */
export interface PersonErased {
  readonly orders: number;
  readonly webhooks: number;
  readonly orderRequests: number;
  readonly savedCards: number;
  readonly reports: number;
  readonly files: number;
  readonly telemetry: number;
  readonly devices: number;
  readonly account: 'erased' | 'none';
  readonly restrictionsThatStay: number;
}

/**
 * Erases a person: everything of an account, or everything that visitors who were not signed in did on a device.
 * Orders, payments and the ledger stay with their amounts, but without the person. Telemetry is deleted for all of the
 * person's devices, even if other people used them, because nothing obliges us to store it. Null if an order is not
 * finished, because its payer is still needed.
 */
export async function erasePerson(tx: Tx, owner: Owner, at: Date): Promise<PersonErased | null> {
  const { device, accountId } = owner;
  const orders = await lockOrdersOf(tx, owner);
  if (orders.some(({ state, isPending }) => isPending || isUndecided(state) || isToDeliver(state)))
    return null;
  const ids = orders.map(({ id }) => id);
  const signedInOn = accountId === null ? [] : await deleteDevicesOf(tx, accountId);
  const devices = [...new Set([device, ...signedInOn, ...orders.map((order) => order.device)])];

  await eraseAddressesOf(tx, ids, at);
  await deleteLinksOf(tx, ids);
  const { webhooks, requests } = await eraseOrdersOf(tx, ids, devices);
  const restrictionsThatStay = await eraseLiftedOf(tx, ids);
  const cards = await removeOfPerson(tx, owner);
  await forgetLater(tx, cards, 'erasure', at);
  await forgetRecipientsOf(tx, owner);
  const reports = await deleteReportsOf(tx, owner);
  await releaseUploads(tx, reports.fileKeys);
  const otherFiles = await releaseUploadsOf(tx, owner, devices);
  const telemetry = await eraseAppRows(tx, accountId, devices);
  if (accountId !== null) {
    await deleteSessionsOf(tx, accountId);
    await eraseFacts(tx, accountId);
  }
  return {
    orders: ids.length,
    webhooks,
    orderRequests: requests,
    savedCards: cards.length,
    reports: reports.count,
    files: reports.fileKeys.length + otherFiles,
    telemetry,
    devices: devices.length,
    account: accountId === null ? 'none' : 'erased',
    restrictionsThatStay,
  };
}
