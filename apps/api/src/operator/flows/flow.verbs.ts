import { isOrderId, orderNumber, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { isStuck } from '../../alerts/watch-flows.ts';
import type { OrderEvents } from '../../orders/base/order-life.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { noteCheck } from '../../orders/store/order.store.ts';
import type { FlowCommandResult, TroubledFlow } from '../../platform/restate-admin.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { FlowDesk, OperatorContext } from '../operator-context.ts';
import { orderMeant } from '../orders/order-meant.ts';
import { isRefused, refused, type OperatorRefusal, type Refused } from '../refusals.ts';
import { facts, section, table } from '../report-parts.ts';
import { words } from '../verb-fields.ts';
import { change, confirmedChange, openRead, shown, type Call } from '../verb.ts';

export interface StuckFlow extends TroubledFlow {
  readonly isStuck: boolean;
}

/** Flows that are not getting on, the stuck ones first. */
export async function listStuckFlows({
  orders: { now },
  flows,
}: OperatorContext): Promise<readonly StuckFlow[] | Refused> {
  const trouble = await flows.troubled();
  if (trouble === null) return refused('engine-away');
  const seen = trouble.flows.map((flow) => ({ ...flow, isStuck: isStuck(flow, now()) }));
  return seen.toSorted((one, other) => Number(other.isStuck) - Number(one.isStuck));
}

export type FlowWish = 'resume' | 'kill';

const COMMAND_REFUSALS = {
  'not-there': 'no-such-flow',
  'engine-away': 'engine-away',
} as const satisfies Record<Exclude<FlowCommandResult, 'done'>, OperatorRefusal>;

/** By its own id, or by the order it works on. */
async function flowMeant(flows: FlowDesk, typed: string): Promise<TroubledFlow | Refused> {
  const trouble = await flows.troubled();
  if (trouble === null) return refused('engine-away');
  const flow = trouble.flows.find(({ id, key }) => id === typed || key === typed);
  return flow ?? refused('no-such-flow', typed);
}

/** The work that a check of an order is enqueued as: its name is used up when it is killed. */
const CHECK = 'look' satisfies keyof OrderEvents;

/**
 * Resume: tried again at once. Kill: ended where it is; the order keeps every fact, and a new check of it is enqueued at once. The
 * engine is told last, so that nothing is done that is not written down.
 */
export async function tellFlow(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wish: FlowWish,
  typed: string,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  let killed: OrderId | null = null;
  const done = await act(context, signOff, `flows ${wish}`, async (tx) => {
    const flow = await flowMeant(context.flows, typed);
    if (isRefused(flow)) return flow;
    const { id, key, event, status, tries, step } = flow;
    const orderId = isOrderId(key) ? key : null;
    if (wish === 'kill' && orderId !== null && event === CHECK) await noteCheck(tx, orderId);
    const commandResult = await context.flows[wish](id);
    if (commandResult !== 'done') return refused(COMMAND_REFUSALS[commandResult], id);
    if (wish === 'kill') killed = orderId;
    return {
      subject: orderId === null ? `flow:${key}` : `order:${orderId}`,
      before: { flow: id, event, status, tries, step },
      after: { flow: id, told: wish },
    };
  });
  if (done.kind === 'done' && killed !== null) await enqueueChecks(orders, life, [killed]);
  return done;
}

const nameOf = (key: string): string => (isOrderId(key) ? orderNumber(key) : key);

/** A flow's own id, or the order it works on as people name it. */
async function flowTyped({ context }: Call, typed: string): Promise<string> {
  if (typed.startsWith('inv_')) return typed;
  const order = await orderMeant(context.orders.db, typed);
  return typeof order === 'string' ? order : typed;
}

async function findFlow(call: Call, typed: string): Promise<TroubledFlow | Refused> {
  return flowMeant(call.context.flows, await flowTyped(call, typed));
}

const input = v.strictObject({ flow: words('FLOW|ORDER') });

export const FLOW_VERBS = [
  openRead({
    name: 'flows stuck',
    says: 'work on orders that fails again and again or stands still',
    input: v.strictObject({}),
    async run({ context }) {
      const flows = await listStuckFlows(context);
      if (isRefused(flows)) return flows;
      if (flows.length === 0) return shown('Every flow is getting on.');
      const rows = flows.map((flow) => [
        flow.isStuck ? 'STUCK' : 'trying',
        flow.status,
        nameOf(flow.key),
        flow.event,
        flow.step,
        flow.tries,
        { since: flow.beganAt },
        flow.id,
      ]);
      const failures = flows.map(({ key, failure }) => `${nameOf(key)}: ${failure ?? 'no failure is told'}`);
      return shown(
        table(['', 'status', 'order', 'event', 'step', 'tries', 'age', 'flow'], rows),
        ...section('Failures', failures),
      );
    },
  }),
  change({
    name: 'flows resume',
    says: 'try again at once, where it stopped',
    input,
    async plan(call, { flow: typed }) {
      const flow = await findFlow(call, typed);
      if (isRefused(flow)) return flow;
      return { resumes: `${flow.event} of ${nameOf(flow.key)}`, 'at step': flow.step, tries: flow.tries };
    },
    run: async (call, { flow }) =>
      tellFlow(call.context, call.signOff, 'resume', await flowTyped(call, flow)),
  }),
  confirmedChange({
    name: 'flows kill',
    says: 'end it where it is; the order keeps its facts, and a new check of it begins at once',
    input,
    plan: (call, { flow }) => findFlow(call, flow),
    show: (flow) => [
      facts([
        ['ends', `${flow.event} of ${nameOf(flow.key)}`],
        ['at step', flow.step],
        ['after tries', flow.tries],
        [
          'beware',
          'a payment that was being sent is not repeated; the check that follows asks what became of it',
        ],
      ]),
    ],
    run: ({ context, signOff }, flow) => tellFlow(context, signOff, 'kill', flow.id),
  }),
] as const;
