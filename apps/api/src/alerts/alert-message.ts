import { ALERT_KINDS, isAlertKind, orderNumber } from '@jawhara/domain';
import type { WaitingAlert } from './alert-post.store.ts';

/** The name an alert goes by among people: the number a payer reads out, a provider, the id of a notification. */
export function nameOf({ orderId, subject }: Pick<WaitingAlert, 'orderId' | 'subject'>): string {
  return orderId === null ? subject.replace(/^(provider|wallet):/, '$1 ') : orderNumber(orderId);
}

const UNKNOWN_KIND = {
  says: 'A newer build raised an alert of a kind that this one does not know.',
  next: 'ops alerts list of the newest build says what to do.',
};

/** [ALR-01] One message for alerts of one kind. It is made of our own sentences and names, so nothing of a person can be in it. */
export function alertMessage(alerts: readonly [WaitingAlert, ...WaitingAlert[]]): string {
  const [{ kind, urgency }] = alerts;
  // During a release a newer program may raise what this one has no sentence for: the line must not stand still for it.
  const { says, next } = isAlertKind(kind) ? ALERT_KINDS[kind] : UNKNOWN_KIND;
  const names = alerts.map((alert) => `${nameOf(alert)}${alert.closedAt === null ? '' : ' (over by now)'}`);
  return [`[${urgency}] ${kind}: ${names.join(', ')}`, says, `Next: ${next}`].join('\n');
}
