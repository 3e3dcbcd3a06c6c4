import type { OrderId } from '@jawhara/domain';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { noteCheck } from '../../orders/store/order.store.ts';
import type { TroubledFlow } from '../../platform/restate-admin.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { FlowDesk, OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { CHECK, type FlowWish } from './tell-flow.ts';

/** Every unfinished flow of an order, also those that wait behind another one; at least one. */
export async function flowsOfOrder(
  flows: FlowDesk,
  orderId: OrderId,
): Promise<readonly TroubledFlow[] | Refused> {
  const found = await flows.ofOrder(orderId);
  if (found === null) return refused('engine-away');
  return found.length === 0 ? refused('no-such-flow', orderId) : found;
}

/** The flows that the wish concerns. The newest first: those that wait go before the one that they wait for. */
function concerned(flows: readonly TroubledFlow[], wish: FlowWish): TroubledFlow[] {
  const isConcerned = ({ status }: TroubledFlow): boolean =>
    wish === 'kill' || status === 'paused' || status === 'backing-off';
  return flows.filter(isConcerned).toReversed();
}

/** Kills or resumes all flows of an order at once. A flow that ends meanwhile is no fault. */
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
      if (result === 'engine-away') return refused('engine-away', `${ended} of ${flows.length} were done`);
      ended += 1;
    }
    return {
      subject: `order:${orderId}`,
      before: { flows: flows.map(({ id, event, status }) => `${event} ${status} ${id}`) },
      after: { flows: flows.length, told: wish },
    };
  });
  if (done.kind === 'done' && wish === 'kill') await enqueueChecks(orders, life, [orderId]);
  return done;
}
