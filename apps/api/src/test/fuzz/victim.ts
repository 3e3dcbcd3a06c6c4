import { randomUUID } from 'node:crypto';
import { logInWithTicket, reportTrace, uploadRecipientHistory } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import type { Shop } from '../shop.ts';

/**
 * A person with an order, a card, a list of recipients, a session and a report, each marked with a text that no other
 * visitor may ever see.
 */
export interface Victim {
  readonly markers: readonly string[];
  /** Ids that an attacker may have guessed, found or received. */
  readonly orderId: string;
  readonly cardSourceId: string;
  readonly cardFingerprint: string;
  readonly requestId: string;
}

const ORDER_MARK = 'zz-mark-of-the-order';
const CARD_MARK = 'zz-mark-of-the-card';
const FRIEND_MARK = 'zz-mark-of-the-friend';
const REPORT_MARK = 'zz-mark-of-the-report';
/** An account that the attacker does not know: its id is in no pool. */
const FRIEND = 904_417_723;

export async function plantVictim(shop: Shop): Promise<Victim> {
  const visitor = shop.visitor();
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    values (${FRIEND}, '9044177231', ${FRIEND_MARK}, 'normal', 'social')`;
  const requestId = randomUUID();
  const bought = await visitor.buy('approve', { recipientId: FRIEND, requestId });
  const orderId = bought.value?.orderId;
  if (orderId === undefined) throw new Error('the victim could not buy');
  const at = new Date();
  await visitor.call(uploadRecipientHistory, [
    { accountId: accountId(FRIEND), fillTimes: 1, firstFillAt: at, lastFillAt: at },
  ]);
  await visitor.call(reportTrace, { orderId, data: REPORT_MARK });
  const session = await visitor.call(logInWithTicket, { ticket: await shop.ticket(1002) });
  const key = session.value?.sessionKey;
  await shop.db`update orders set reason_code = ${ORDER_MARK}, challenge_way = 'frame', challenge = ${`https://${ORDER_MARK}.example/`}
    where id = ${orderId}`;
  await shop.db`update saved_cards set issuer_country = ${CARD_MARK}`;
  const [card] = await shop.db<{ source_id: string; fingerprint: string }[]>`
    select source_id, fingerprint from saved_cards limit 1`;
  if (!card || !key) throw new Error('the victim has no card or no session');
  return {
    markers: [ORDER_MARK, CARD_MARK, FRIEND_MARK, REPORT_MARK, key],
    orderId,
    cardSourceId: card.source_id,
    cardFingerprint: card.fingerprint,
    requestId,
  };
}
