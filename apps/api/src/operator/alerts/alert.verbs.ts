import { ALERT_KINDS, isAlertKind, type AlertKind } from '@jawhara/domain';
import * as v from 'valibot';
import { nameOf, offersOf } from '../../alerts/post-alerts.ts';
import {
  alertById,
  closeAlert,
  openAlerts,
  openAlertsEndingWith,
  type StoredAlert,
} from '../../alerts/alert.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, recordRead, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { word } from '../verb-fields.ts';
import { change, openRead, personalRead, shown } from '../verb.ts';

const SHOWN_MAX = 200;

/** Open alerts: the most urgent first, then the oldest. */
export function listAlerts({ orders: { db } }: OperatorContext): Promise<readonly StoredAlert[]> {
  return openAlerts(db, SHOWN_MAX);
}

/** Closes an alert that an operator has dealt with. The same cause does not raise it again for the same order. */
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
    // A login ticket signs in as any account, so the operator who issued it may not close the alert about it.
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds an open alert by the last characters of its id, or any alert by its whole id. */
async function alertMeant(db: Reader, typed: string): Promise<StoredAlert | Refused> {
  const end = typed.trim().toLowerCase();
  if (UUID.test(end)) return (await alertById(db, end)) ?? refused('no-such-alert', typed);
  const [alert, another] = end === '' ? [] : await openAlertsEndingWith(db, end);
  if (alert === undefined) return refused('no-such-alert', typed);
  return another === undefined ? alert : refused('several-alerts', typed);
}

/** An alert's detail may name a person or a payment, so every look is recorded with the operator. */
export async function showAlert(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: string,
): Promise<StoredAlert | Refused> {
  const alert = await alertMeant(context.orders.db, typed);
  if ('because' in alert) return alert;
  const { id, orderId } = alert;
  const subject = orderId === null ? `alert:${id}` : `order:${orderId}`;
  return (await recordRead(context, signOff, 'alerts show', subject)) ?? alert;
}

function alertParts(alert: StoredAlert): ReportPart[] {
  const { id, kind, urgency, orderId, providerPaymentId, detail } = alert;
  return [
    id,
    facts([
      ['kind', kind],
      ['urgency', urgency],
      ['about', nameOf(alert)],
      ['order', orderId],
      ['payment', providerPaymentId || null],
      ['raised', alert.raisedAt],
      ['posted', alert.postedAt],
      ['closed', alert.closedAt],
      ['by', alert.closedBy],
      ['why', alert.closedWhy],
    ]),
    ...section('Detail', Object.keys(detail).length > 0 ? [facts(Object.entries(detail))] : []),
    ...section('What to do', nextSteps([kind])),
  ];
}

const ID_SHOWN = 8;

function nextSteps(kinds: readonly AlertKind[]): string[] {
  return [...new Set(kinds)]
    .filter((kind) => isAlertKind(kind))
    .flatMap((kind) => {
      const offers = offersOf(kind);
      const lines = [`${kind}: ${ALERT_KINDS[kind].says}`, `  ${ALERT_KINDS[kind].next}`];
      return [...lines, ...(offers === null ? [] : [`  ${offers}`])];
    });
}

export const ALERT_VERBS = [
  openRead({
    name: 'alerts list',
    says: 'what waits for a person, the most urgent first, with what to do',
    input: v.strictObject({}),
    async run({ context }) {
      const alerts = await listAlerts(context);
      if (alerts.length === 0) return shown('No alert is open.');
      const rows = alerts.map((alert) => [
        alert.urgency,
        alert.kind,
        nameOf(alert),
        { since: alert.raisedAt },
        alert.providerPaymentId || null,
        alert.id.slice(-ID_SHOWN),
      ]);
      return shown(
        table(['urgency', 'kind', 'about', 'age', 'payment', 'alert'], rows),
        ...section('What to do', nextSteps(alerts.map(({ kind }) => kind))),
      );
    },
  }),
  personalRead({
    name: 'alerts show',
    says: 'an alert with everything that is known of it, by the last characters of its id, or a closed one by its whole id',
    input: v.strictObject({ alert: word('ALERT') }),
    async run({ context, signOff }, { alert }) {
      const found = await showAlert(context, signOff, alert);
      return 'because' in found ? found : shown(...alertParts(found));
    },
  }),
  change({
    name: 'alerts resolve',
    says: 'close an alert by the last characters of its id: somebody has seen to it',
    input: v.strictObject({ alert: word('ALERT') }),
    run: ({ context, signOff }, { alert }) => resolveAlert(context, signOff, alert),
  }),
] as const;
