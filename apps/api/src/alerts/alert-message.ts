import { ALERT_KINDS, alertVerbText, isAlertKind, orderNumber, type AlertKind } from '@jawhara/domain';
import type { WaitingAlert } from './alert-post.store.ts';

/** The name an alert goes by among people: the number a payer reads out, a provider, the id of a notification. */
export function nameOf({ orderId, subject }: Pick<WaitingAlert, 'orderId' | 'subject'>): string {
  return orderId === null ? subject.replace(/^(provider|wallet):/, '$1 ') : orderNumber(orderId);
}

/** The commands and places that end an alert of this kind, from its data; null where there are none. */
export function offersOf(kind: AlertKind): string | null {
  const { verbs } = ALERT_KINDS[kind];
  return verbs.length === 0 ? null : `Offers: ${verbs.map(alertVerbText).join(', ')}`;
}

const UNKNOWN_KIND = {
  says: 'A newer build raised an alert of a kind that this one does not know.',
  next: 'ops alerts list of the newest build says what to do.',
};

/** [ALR-01] The message for alerts of one kind. It is made of our own sentences and names, so nothing of a person can be in it. */
export function alertMessage(alerts: readonly [WaitingAlert, ...WaitingAlert[]]): string {
  const [{ kind, urgency }] = alerts;
  // During a release a newer program may raise what this one has no sentence for: the line must not stand still for it.
  const { says, next } = isAlertKind(kind) ? ALERT_KINDS[kind] : UNKNOWN_KIND;
  const names = alerts.map((alert) => `${nameOf(alert)}${alert.closedAt === null ? '' : ' (over by now)'}`);
  const offers = isAlertKind(kind) ? offersOf(kind) : null;
  const lines = [`[${urgency}] ${kind}: ${names.join(', ')}`, says, `Next: ${next}`];
  return [...lines, ...(offers === null ? [] : [offers])].join('\n');
}
