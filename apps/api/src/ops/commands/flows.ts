import { isOrderId, orderNumber } from '@jawhara/domain';
import { listStuckFlows } from '../../operator/flows/list-stuck-flows.ts';
import { flowMeant, tellFlow } from '../../operator/flows/tell-flow.ts';
import { orderMeant } from '../../operator/orders/order-meant.ts';
import { isRefused } from '../../operator/refusals.ts';
import { shown, type Commands, type Reading } from '../command.ts';
import { ageText, pairs, section, table } from '../print.ts';

const nameOf = (key: string): string => (isOrderId(key) ? orderNumber(key) : key);

/** A flow's own id, or the order it works on as people name it. */
async function flowTyped({ context, words }: Reading): Promise<string | null> {
  const typed = words.join(' ');
  if (typed === '' || typed.startsWith('inv_')) return typed || null;
  const order = await orderMeant(context.orders.db, typed);
  return typeof order === 'string' ? order : typed;
}

export const FLOW_COMMANDS = {
  'flows stuck': {
    kind: 'reads',
    usage: 'flows stuck',
    says: 'work on orders that fails again and again or stands still',
    async run({ context, now }) {
      const flows = await listStuckFlows(context);
      if (isRefused(flows)) return flows;
      if (flows.length === 0) return shown(['Every flow is getting on.']);
      const rows = flows.map((flow) => [
        flow.isStuck ? 'STUCK' : 'trying',
        flow.status,
        nameOf(flow.key),
        flow.event,
        flow.step,
        flow.tries,
        ageText(flow.beganAt, now),
        flow.id,
      ]);
      const failures = flows.map(({ key, failure }) => `${nameOf(key)}: ${failure ?? 'no failure is told'}`);
      return shown([
        ...table(['', 'status', 'order', 'event', 'step', 'tries', 'age', 'flow'], rows),
        ...section(
          'Failures',
          table(
            [''],
            failures.map((line) => [line]),
          ).slice(1),
        ),
      ]);
    },
  },
  'flows resume': {
    kind: 'changes',
    usage: 'flows resume FLOW|ORDER',
    says: 'try again at once, where it stopped',
    async run(call) {
      const typed = await flowTyped(call);
      return typed === null ? { kind: 'usage' } : tellFlow(call.context, call.signOff, 'resume', typed);
    },
  },
  'flows kill': {
    kind: 'changes',
    usage: 'flows kill FLOW|ORDER',
    says: 'end it where it is; the order keeps its facts, and a new check of it begins at once',
    async run(call) {
      const typed = await flowTyped(call);
      if (typed === null) return { kind: 'usage' };
      const flow = await flowMeant(call.context.flows, typed);
      if (isRefused(flow)) return flow;
      const lines = pairs([
        ['ends', `${flow.event} of ${nameOf(flow.key)}`],
        ['at step', flow.step],
        ['after tries', flow.tries],
        [
          'beware',
          'a payment that was being sent is not repeated; the check that follows asks what became of it',
        ],
      ]);
      if (!(await call.confirm(lines))) return { kind: 'not-confirmed' };
      return tellFlow(call.context, call.signOff, 'kill', flow.id);
    },
  },
} as const satisfies Commands;
