import type { OrderId } from '@jawhara/domain';
import { alertKey } from '@jawhara/domain';
import { healAlert } from '../../alerts/alert.store.ts';
import { parkedMailsOf, unparkMail } from '../../mails/mail.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** The parked mails of an order go out again. Those whose address has ended were dropped and stay so. */
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
