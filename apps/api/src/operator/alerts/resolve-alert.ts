import { closeAlert, openAlertsEndingWith } from '../../alerts/alert.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** A person has seen to it. The same trouble of the same order is not raised again. */
export function resolveAlert(
  context: OperatorContext,
  signOff: OperatorSignOff,
  endOfId: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'alerts resolve', async (tx) => {
    const typed = endOfId.trim().toLowerCase();
    const [alert, another] = typed === '' ? [] : await openAlertsEndingWith(tx, typed);
    if (alert === undefined) return refused('no-such-alert', endOfId);
    if (another !== undefined) return refused('several-alerts', endOfId);
    // A ticket signs in as anybody: the operator who issued it is not the one who finds it in order.
    if (alert.kind === 'ticket-issued' && alert.detail['operator'] === signOff.operatorId)
      return refused('own-ticket');
    const closed = await closeAlert(tx, alert.id, { ...signOff, at: context.orders.now() });
    if (closed === null) return refused('no-such-alert', endOfId);
    const { kind, orderId, raisedAt } = alert;
    return {
      subject: orderId === null ? `alert:${alert.id}` : `order:${orderId}`,
      before: { alert: alert.id, kind, raised: raisedAt.toISOString() },
      after: { closed: true },
    };
  });
}
