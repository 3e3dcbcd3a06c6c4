import { actionsOn, actionsSince, type OperatorAction } from '../../operator/operator-action.store.ts';
import { orderMeant } from '../../operator/orders/order-meant.ts';
import { shown, type Commands } from '../command.ts';
import { table, timeText } from '../print.ts';

const SHOWN_MAX = 100;
const SHOWN_FOR_MS = 30 * 86_400_000;

function lines(actions: readonly OperatorAction[]): string[] {
  if (actions.length === 0) return ['Nobody has done anything.'];
  return table(
    ['when', 'by', 'verb', 'on', 'why', 'before', 'after'],
    actions.map(({ at, by, verb, subject, why, before, after }) => [
      timeText(at),
      by,
      verb,
      subject,
      why,
      JSON.stringify(before),
      JSON.stringify(after),
    ]),
  );
}

export const AUDIT_COMMANDS = {
  'audit list': {
    kind: 'reads',
    usage: 'audit list [ORDER]',
    says: 'what people did in the last 30 days, the newest first; of one order all, the oldest first',
    async run({ context, words, now }) {
      const { db } = context.orders;
      if (words.length === 0)
        return shown(lines(await actionsSince(db, new Date(now.getTime() - SHOWN_FOR_MS), SHOWN_MAX)));
      const order = await orderMeant(db, words.join(' '));
      if (typeof order !== 'string') return order;
      return shown(lines(await actionsOn(db, `order:${order}`)));
    },
  },
} as const satisfies Commands;
