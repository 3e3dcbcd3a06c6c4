import {
  ERASURE_DUE_DAYS,
  reportNumber,
  type Owner,
  type CardOwner,
  type ReportId,
  type SessionKey,
} from '@jawhara/domain';
import { eraseAddressesOf } from '../mails/end-address.ts';
import { ordersOf } from '../orders/store/own-orders.store.ts';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { closeSession, type SessionDeps } from '../accounts/session-key.ts';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import {
  insertReport,
  lockReportsOf,
  numberOfReport,
  openRequestNumber,
} from '../feedback/feedback.store.ts';
import { forgetRecipientsOf } from '../recipients/recipient-history.ts';
import { forgetLater } from '../saved-cards/card-to-forget.store.ts';
import { removeOfDevice } from '../saved-cards/saved-card.store.ts';

/** As many orders as the call "my data" returns. */
const ORDERS_MAX = 1_000;

/**
 * [ORD-21] Deletes the mail addresses that the payer gave with their orders, but not those of other people who use the
 * same device.
 */
async function eraseMailAddresses(tx: Tx, owner: Owner, at: Date): Promise<void> {
  const orders = await ordersOf(tx, owner, { most: ORDERS_MAX });
  await eraseAddressesOf(
    tx,
    orders.map(({ id }) => id),
    at,
  );
}

/**
 * Deletes what can be reached only from this device: its list of recipients, the mail addresses of its orders, its
 * saved cards, also at their providers, and its session. An account's own data and the orders themselves stay.
 */
export async function forgetDevice(
  sessions: SessionDeps,
  { device, accountId, sessionKey }: CardOwner & { readonly sessionKey: SessionKey | null },
): Promise<void> {
  if (sessionKey !== null) await closeSession(sessions, sessionKey);
  await inTransaction(sessions.db, async (tx) => {
    await forgetRecipientsOf(tx, { device, accountId: null });
    await eraseMailAddresses(tx, { device, accountId: null }, sessions.now());
    await forgetLater(tx, await removeOfDevice(tx, { device, accountId }), 'deleted', sessions.now());
  });
}

const DAY_MS = 24 * 3_600_000;
/**
 * The first request of a device has exactly this id, because the previous release looks it up. Later requests append an
 * id of their own.
 */
const REQUEST_ID = 'erase-my-data';

/**
 * Requests the erasure of the sender's data. Mail addresses are deleted at once. Everything else is a report with a due
 * date, which an operator answers. While the report is open, a second request returns the same one. After its answer
 * new data may exist, so a request is a new report. Each account on a device has a report of its own.
 */
export function requestErasure(
  { db, now, newId }: Pick<FeedbackContext, 'db' | 'now' | 'newId'>,
  { device, accountId }: Owner,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockReportsOf(tx, device);
    await eraseMailAddresses(tx, { device, accountId }, now());
    const open = await openRequestNumber(tx, { device, accountId }, REQUEST_ID);
    if (open !== null) return open;
    const id = newId() as ReportId;
    const isFirst = (await numberOfReport(tx, device, REQUEST_ID)) === null;
    const createdAt = now();
    await insertReport(tx, {
      id,
      number: reportNumber(id),
      createdAt,
      dueAt: new Date(createdAt.getTime() + ERASURE_DUE_DAYS * DAY_MS),
      device,
      accountId,
      content: 'Erase my data.',
      topic: null,
      orderNumber: '',
      contact: null,
      model: '',
      version: '',
      pageId: '',
      fileKeys: [],
      requestId: isFirst ? REQUEST_ID : `${REQUEST_ID}-${id}`,
    });
    return reportNumber(id);
  });
}
