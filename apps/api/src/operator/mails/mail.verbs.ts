import { orderNumber, type OrderId, alertKey } from '@jawhara/domain';
import * as v from 'valibot';
import { unsentMails, parkedMailsOf, unparkMail } from '../../mails/mail.store.ts';
import { orderMeant } from '../orders/order.verbs.ts';
import { table } from '../report-parts.ts';
import { change, openRead, shown } from '../verb.ts';
import { words } from '../verb-fields.ts';
import { healAlert } from '../../alerts/alert.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/**
 * Sends the mails of an order again that were parked after failing. Mails to an address that was ended meanwhile were
 * dropped and are not sent.
 */
export function resendMails(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'mails resend', async (tx) => {
    const parked = await parkedMailsOf(tx, orderId);
    if (parked.length === 0) return refused('no-parked-mail');
    const at = context.orders.now();
    for (const { id } of parked) {
      await unparkMail(tx, id, at);
      const about = alertKey('mail-parked', { mail: id });
      await healAlert(tx, { kind: 'mail-parked', about, why: `sent again by ${signOff.by}`, at });
    }
    const kinds = parked.map(({ kind }) => kind).join(', ');
    return {
      subject: `order:${orderId}`,
      before: { mails: kinds, state: 'parked' },
      after: { mails: kinds, state: 'waiting' },
    };
  });
}

const SHOWN_MAX = 200;

export const MAIL_VERBS = [
  openRead({
    name: 'mails list',
    says: 'mails that wait or were set aside, with the last code of the mail server; no address is shown',
    input: v.strictObject({}),
    async run({ context }) {
      const mails = await unsentMails(context.orders.db, SHOWN_MAX);
      if (mails.length === 0) return shown('No mail waits.');
      const rows = mails.map(({ createdAt, orderId, kind, state, tries, answer }) => [
        { since: createdAt },
        orderNumber(orderId),
        kind,
        state,
        tries,
        answer,
      ]);
      return shown(table(['age', 'order', 'news', 'state', 'tries', 'answer'], rows));
    },
  }),
  change({
    name: 'mails resend',
    says: 'send the mails of an order again that were set aside; a payer may get one of them twice',
    input: v.strictObject({ order: words('ORDER') }),
    async run({ context, signOff }, { order }) {
      const orderId = await orderMeant(context.orders.db, order);
      return typeof orderId === 'string' ? resendMails(context, signOff, orderId) : orderId;
    },
  }),
] as const;
