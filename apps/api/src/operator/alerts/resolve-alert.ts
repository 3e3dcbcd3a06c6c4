import type { SignOff } from '@jawhara/domain';
import { closeAlert, openAlertsEndingWith } from '../../alerts/alert.store.ts';
import { act, type Done } from '../act.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** A person has seen to it. The same trouble of the same order is not raised again. */
export function resolveAlert(
  context: OperatorContext,
  signOff: SignOff,
  endOfId: string,
): Promise<Done | Refused> {
  return act(context, signOff, 'alerts resolve', async (tx) => {
    const typed = endOfId.trim().toLowerCase();
    const [alert, another] = typed === '' ? [] : await openAlertsEndingWith(tx, typed);
    if (alert === undefined) return refused('no-such-alert', endOfId);
    if (another !== undefined) return refused('several-alerts', endOfId);
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
