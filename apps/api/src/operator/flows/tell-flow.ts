import { isOrderId } from '@jawhara/domain';
import type { FlowTold, TroubledFlow } from '../../platform/restate-admin.ts';
import { act, type Done } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { FlowDesk, OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type OperatorRefusal, type Refused } from '../refusals.ts';

export type FlowWish = 'resume' | 'kill';

const NOT_TOLD = { 'not-there': 'no-such-flow', 'engine-away': 'engine-away' } as const satisfies Record<
  Exclude<FlowTold, 'done'>,
  OperatorRefusal
>;

/** By its own id, or by the order it works on. */
export async function flowMeant(flows: FlowDesk, typed: string): Promise<TroubledFlow | Refused> {
  const trouble = await flows.troubled();
  if (trouble === null) return refused('engine-away');
  const flow = trouble.flows.find(({ id, key }) => id === typed || key === typed);
  return flow ?? refused('no-such-flow', typed);
}

/**
 * Resume: tried again at once. Kill: ended where it is; the order keeps every fact, and its next look takes it from there. The
 * engine is told last, so that nothing is done that is not written down.
 */
export function tellFlow(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wish: FlowWish,
  typed: string,
): Promise<Done | Refused> {
  return act(context, signOff, `flows ${wish}`, async () => {
    const flow = await flowMeant(context.flows, typed);
    if (isRefused(flow)) return flow;
    const { id, key, event, status, tries, step } = flow;
    const told = await context.flows[wish](id);
    if (told !== 'done') return refused(NOT_TOLD[told], id);
    return {
      subject: isOrderId(key) ? `order:${key}` : `flow:${key}`,
      before: { flow: id, event, status, tries, step },
      after: { flow: id, told: wish },
    };
  });
}
