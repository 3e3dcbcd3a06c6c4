import { isStuck } from '../../alerts/watch-flows.ts';
import type { TroubledFlow } from '../../platform/restate-admin.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

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
