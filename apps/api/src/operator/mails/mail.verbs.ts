import { orderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import { unsentMails } from '../../mails/mail.store.ts';
import { orderMeant } from '../orders/order-meant.ts';
import { table } from '../report-parts.ts';
import { change, openRead, shown } from '../verb.ts';
import { words } from '../verb-fields.ts';
import { resendMails } from './resend-mails.ts';

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
