import { isOrderId, type OrderId } from '@jawhara/domain';
import type { OrderEvents } from '../../orders/base/order-life.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { noteCheck } from '../../orders/store/order.store.ts';
import type { FlowCommandResult, TroubledFlow } from '../../platform/restate-admin.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { FlowDesk, OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type OperatorRefusal, type Refused } from '../refusals.ts';

export type FlowWish = 'resume' | 'kill';

const COMMAND_REFUSALS = {
  'not-there': 'no-such-flow',
  'engine-away': 'engine-away',
} as const satisfies Record<Exclude<FlowCommandResult, 'done'>, OperatorRefusal>;

/** Finds a flow by its own id or by the order it works on. */
export async function flowMeant(flows: FlowDesk, typed: string): Promise<TroubledFlow | Refused> {
  const trouble = await flows.troubled();
  if (trouble === null) return refused('engine-away');
  const flow = trouble.flows.find(({ id, key }) => id === typed || key === typed);
  return flow ?? refused('no-such-flow', typed);
}

/** The engine's handler that checks an order. A check that was killed cannot be enqueued again under the same idempotency key. */
export const CHECK = 'look' satisfies keyof OrderEvents;

/**
 * Resume: the engine tries the flow again at once. Kill: the flow ends where it is; the order keeps all its facts, and
 * a new check of it is enqueued at once. The engine is called inside the transaction, so a command that the engine
 * refused is not recorded.
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
