import { ALERT_KINDS, isAlertKind, type AlertKind } from '@jawhara/domain';
import { nameOf, offersOf } from '../../alerts/alert-message.ts';
import { listAlerts } from '../../operator/alerts/list-alerts.ts';
import { resolveAlert } from '../../operator/alerts/resolve-alert.ts';
import { shown, type Commands } from '../command.ts';
import { ageText, section, table } from '../print.ts';

const ID_SHOWN = 8;

function whatToDo(kinds: readonly AlertKind[]): string[] {
  return [...new Set(kinds)]
    .filter((kind) => isAlertKind(kind))
    .flatMap((kind) => {
      const offers = offersOf(kind);
      const lines = [`${kind}: ${ALERT_KINDS[kind].says}`, `  ${ALERT_KINDS[kind].next}`];
      return [...lines, ...(offers === null ? [] : [`  ${offers}`])];
    });
}

export const ALERT_COMMANDS = {
  'alerts list': {
    kind: 'reads',
    usage: 'alerts list',
    says: 'what waits for a person, the most urgent first, with what to do',
    async run({ context, now }) {
      const alerts = await listAlerts(context);
      if (alerts.length === 0) return shown(['No alert is open.']);
      const rows = alerts.map((alert) => [
        alert.urgency,
        alert.kind,
        nameOf(alert),
        ageText(alert.raisedAt, now),
        alert.providerPaymentId || null,
        alert.id.slice(-ID_SHOWN),
      ]);
      return shown([
        ...table(['urgency', 'kind', 'about', 'age', 'payment', 'alert'], rows),
        ...section('What to do', whatToDo(alerts.map(({ kind }) => kind))),
      ]);
    },
  },
  'alerts resolve': {
    kind: 'changes',
    usage: 'alerts resolve ALERT',
    says: 'close an alert by the last characters of its id: somebody has seen to it',
    async run({ context, signOff, words: [id] }) {
      return id === undefined ? { kind: 'usage' } : resolveAlert(context, signOff, id);
    },
  },
} as const satisfies Commands;
