import { allOperators, type Operator } from '../identity/operator.store.ts';
import { trustedOperators } from '../identity/trusted-operators.ts';
import type { OperatorContext } from '../operator-context.ts';

export interface ListedOperator extends Operator {
  /** False: the row carries no certificate that leads to a root. */
  readonly isTrusted: boolean;
  readonly addedByName: string | null;
}

export async function listOperators({
  orders: { db },
  operators: { roots },
}: OperatorContext): Promise<readonly ListedOperator[]> {
  const all = await allOperators(db);
  const trusted = new Set(trustedOperators(all, roots).map(({ id }) => id));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return all.map((one) => ({
    ...one,
    isTrusted: trusted.has(one.id),
    addedByName: one.addedBy === null ? null : (names.get(one.addedBy) ?? null),
  }));
}
