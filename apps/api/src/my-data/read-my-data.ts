import { legalVersionsText, orderNumber, payerState, usdText, type Owner } from '@jawhara/domain';
import { accountById, accountsByIds } from '../accounts/account.store.ts';
import { listSessions } from '../accounts/session-key.ts';
import { reportsOfSender } from '../feedback/feedback.store.ts';
import type { MailKeys } from '../mails/mail-keys.ts';
import { addressesOf } from '../mails/end-address.ts';
import { ordersOf } from '../orders/store/own-orders.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { readRecipientHistory } from '../recipients/recipient-history.ts';
import { cardsOf } from '../saved-cards/saved-card.store.ts';

/** The most rows of each kind. No person has more here; anybody who does can write to the shop. */
const EACH_MAX = 1_000;

/**
 * Everything that is stored about the caller, under plain names: about the account if one is signed in, otherwise about
 * the device. It contains no internal ids, neither the providers' nor ours, and nothing about other people except for
 * whom the caller has bought gems.
 */
export async function readMyData(
  { db, now, mailKeys }: { readonly db: Db; readonly now: Clock; readonly mailKeys: MailKeys | null },
  { device, accountId }: Owner,
): Promise<string> {
  const account = accountId === null ? null : await accountById(db, accountId);
  const orders = await ordersOf(db, { device, accountId }, { most: EACH_MAX });
  const orderIds = orders.map(({ id }) => id);
  const addresses = mailKeys === null ? new Map() : await addressesOf(db, orderIds, mailKeys);
  const faces = await accountsByIds(db, [...new Set(orders.map(({ recipientId }) => recipientId))]);
  const recipients = await readRecipientHistory(db, { device, accountId }, { offset: 0, limit: EACH_MAX });
  const cards = await cardsOf(db, { device, accountId });
  const reports = await reportsOfSender(db, { device, accountId }, EACH_MAX);
  const sessions = accountId === null ? [] : await listSessions({ db, now }, accountId, null);
  const data = {
    made_at: now(),
    account: account && { id: account.displayId, name: account.nickname },
    sessions: sessions.map(({ deviceName, loginKind, signedInAt, lastUsedAt }) => ({
      browser: deviceName.browser,
      system: deviceName.system,
      signed_in_by: loginKind,
      signed_in_at: signedInAt,
      last_used_at: lastUsedAt,
    })),
    orders: orders.map((order) => ({
      number: orderNumber(order.id),
      made_at: order.createdAt,
      for: faces.find(({ id }) => id === order.recipientId)?.displayId ?? null,
      purpose: order.purpose,
      price: usdText(order.priceUsdCents),
      gems: order.gems,
      state: payerState(order.state),
      agreed_to: order.agreed && legalVersionsText(order.agreed),
      asked_for_refund_at: order.refundWishedAt,
      email: addresses.get(order.id) ?? null,
    })),
    recharged: recipients.map(({ recipient, fillTimes, firstFillAt, lastFillAt }) => ({
      id: recipient.displayId,
      name: recipient.nickname,
      times: fillTimes,
      first: firstFillAt,
      last: lastFillAt,
    })),
    saved_cards: cards.map(({ scheme, last4, expiry, lastUsedAt }) => ({
      scheme,
      last4,
      expiry,
      last_used_at: lastUsedAt,
    })),
    reports: reports.map(({ number, createdAt, topic, orderNumber: order, contact, content, answer }) => ({
      number,
      sent_at: createdAt,
      topic,
      order,
      contact,
      text: content,
      answer,
    })),
  };
  return JSON.stringify(data, null, 2);
}
