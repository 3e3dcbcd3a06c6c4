import { isOrderId, orderNumber, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { isStuck } from '../../alerts/watch-flows.ts';
import type { TroubledFlow } from '../../platform/restate-admin.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorContext, FlowDesk } from '../operator-context.ts';
import { orderMeant } from '../orders/order.verbs.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { flag, words } from '../verb-fields.ts';
import { change, confirmedChange, openRead, shown, type Call, type SignedCall } from '../verb.ts';
import { flowMeant, tellFlow, type FlowWish, CHECK } from './tell-flow.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { noteCheck } from '../../orders/store/order.store.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';

/** Every unfinished flow of an order, also those that wait until another one ends. Refused if the order has none. */
export async function flowsOfOrder(
  flows: FlowDesk,
  orderId: OrderId,
): Promise<readonly TroubledFlow[] | Refused> {
  const found = await flows.ofOrder(orderId);
  if (found === null) return refused('engine-away');
  return found.length === 0 ? refused('no-such-flow', orderId) : found;
}

/** The flows to kill or resume, newest first, so that waiting flows come before the flow that they wait for. */
function concerned(flows: readonly TroubledFlow[], wish: FlowWish): TroubledFlow[] {
  const isConcerned = ({ status }: TroubledFlow): boolean =>
    wish === 'kill' || status === 'paused' || status === 'backing-off';
  return flows.filter(isConcerned).toReversed();
}

/** Kills or resumes all flows of an order with one command. A flow that ends by itself meanwhile is no fault. */
export async function tellAllFlows(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wish: FlowWish,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, `flows ${wish}`, async (tx) => {
    const all = await flowsOfOrder(context.flows, orderId);
    if (isRefused(all)) return all;
    const flows = concerned(all, wish);
    if (flows.length === 0) return refused('no-such-flow', orderId);
    if (wish === 'kill' && flows.some(({ event }) => event === CHECK)) await noteCheck(tx, orderId);
    let ended = 0;
    for (const { id } of flows) {
      const result = await context.flows[wish](id);
      if (result === 'engine-away') break;
      ended += 1;
    }
    if (ended === 0) return refused('engine-away', `none of ${flows.length} was done`);
    // Flows that the engine has ended stay ended, so they are recorded also where it then stopped answering.
    const left = flows.length - ended;
    return {
      subject: `order:${orderId}`,
      before: { flows: flows.map(({ id, event, status }) => `${event} ${status} ${id}`) },
      after: { flows: ended, told: wish, ...(left > 0 && { left, why: 'engine-away' }) },
    };
  });
  if (done.kind === 'done' && wish === 'kill') await enqueueChecks(orders, life, [orderId]);
  return done;
}

export interface StuckFlow extends TroubledFlow {
  readonly isStuck: boolean;
}

/** Flows that make no progress: first those that will not continue by themselves, then those that may. */
export async function listStuckFlows({
  orders: { now },
  flows,
}: OperatorContext): Promise<readonly StuckFlow[] | Refused> {
  const trouble = await flows.troubled();
  if (trouble === null) return refused('engine-away');
  const seen = trouble.flows.map((flow) => ({ ...flow, isStuck: isStuck(flow, now()) }));
  return seen.toSorted((one, other) => Number(other.isStuck) - Number(one.isStuck));
}

const nameOf = (key: string): string => (isOrderId(key) ? orderNumber(key) : key);

/** The id of the flow or of the order that the operator typed; an order may be typed in any form that `orderMeant` finds. */
async function flowTyped({ context }: Call, typed: string): Promise<string> {
  if (typed.startsWith('inv_')) return typed;
  const order = await orderMeant(context.orders.db, typed);
  return typeof order === 'string' ? order : typed;
}

async function findFlow(call: Call, typed: string): Promise<TroubledFlow | Refused> {
  return flowMeant(call.context.flows, await flowTyped(call, typed));
}

const input = v.strictObject({ flow: words('FLOW|ORDER'), all: flag() });

/** The flows to resume or kill: one, or every flow of an order. */
type FlowsMeant =
  | { readonly kind: 'one'; readonly flow: TroubledFlow }
  | { readonly kind: 'all'; readonly orderId: OrderId; readonly flows: readonly TroubledFlow[] };

async function flowsMeant(
  call: Call,
  { flow: typed, all }: { readonly flow: string; readonly all: boolean },
): Promise<FlowsMeant | Refused> {
  if (!all) {
    const flow = await findFlow(call, typed);
    return isRefused(flow) ? flow : { kind: 'one', flow };
  }
  const orderId = await orderMeant(call.context.orders.db, typed);
  if (typeof orderId !== 'string') return orderId;
  const flows = await flowsOfOrder(call.context.flows, orderId);
  return isRefused(flows) ? flows : { kind: 'all', orderId, flows };
}

function tellMeant(
  { context, signOff }: SignedCall,
  wish: FlowWish,
  meant: FlowsMeant,
): Promise<ActionDone | Refused> {
  return meant.kind === 'one'
    ? tellFlow(context, signOff, wish, meant.flow.id)
    : tellAllFlows(context, signOff, wish, meant.orderId);
}

function flowTable(flows: readonly TroubledFlow[], stateOf: (flow: TroubledFlow) => string): ReportPart {
  const rows = flows.map((flow) => [
    stateOf(flow),
    flow.status,
    nameOf(flow.key),
    flow.event,
    flow.step,
    flow.tries,
    { since: flow.beganAt },
    flow.id,
  ]);
  return table(['', 'status', 'order', 'event', 'step', 'tries', 'age', 'flow'], rows);
}

const BEWARE = [
  'beware',
  'a payment that was being sent is not repeated; the check that follows asks what became of it',
] as const;

export const FLOW_VERBS = [
  openRead({
    name: 'flows stuck',
    says: 'work on orders that fails again and again or stands still',
    input: v.strictObject({}),
    async run({ context }) {
      const flows = await listStuckFlows(context);
      if (isRefused(flows)) return flows;
      if (flows.length === 0) return shown('Every flow is getting on.');
      const stuck = new Set(flows.flatMap(({ id, isStuck: is }) => (is ? [id] : [])));
      const failures = flows.map(({ key, failure }) => `${nameOf(key)}: ${failure ?? 'no failure is told'}`);
      return shown(
        flowTable(flows, ({ id }) => (stuck.has(id) ? 'STUCK' : 'trying')),
        ...section('Failures', failures),
      );
    },
  }),
  openRead({
    name: 'flows list',
    says: 'all unfinished work on an order, also what waits behind other work',
    input: v.strictObject({ order: words('ORDER') }),
    async run({ context }, { order }) {
      const orderId = await orderMeant(context.orders.db, order);
      if (typeof orderId !== 'string') return orderId;
      const flows = await context.flows.ofOrder(orderId);
      if (flows === null) return refused('engine-away');
      if (flows.length === 0) return shown('Nothing works on this order.');
      return shown(flowTable(flows, () => ''));
    },
  }),
  change({
    name: 'flows resume',
    says: 'try again at once, where it stopped; --all: everything of the order that failed',
    input,
    async plan(call, wanted) {
      const meant = await flowsMeant(call, wanted);
      if (isRefused(meant)) return meant;
      if (meant.kind === 'all') return { resumes: `${meant.flows.length} flows of ${nameOf(meant.orderId)}` };
      const { event, key, step, tries } = meant.flow;
      return { resumes: `${event} of ${nameOf(key)}`, 'at step': step, tries };
    },
    async run(call, wanted) {
      const meant = await flowsMeant(call, wanted);
      return isRefused(meant) ? meant : tellMeant(call, 'resume', meant);
    },
  }),
  confirmedChange({
    name: 'flows kill',
    says: 'end it where it is; the order keeps its facts, and a new check of it begins at once; --all: all of the order',
    input,
    plan: flowsMeant,
    show: (meant) => {
      if (meant.kind === 'all')
        return [`${meant.flows.length} flows end`, flowTable(meant.flows, () => ''), facts([BEWARE])];
      const { event, key, step, tries } = meant.flow;
      const ended = [
        ['ends', `${event} of ${nameOf(key)}`],
        ['at step', step],
        ['after tries', tries],
      ] as const;
      return [facts([...ended, BEWARE])];
    },
    run: (call, meant) => tellMeant(call, 'kill', meant),
  }),
] as const;
