import { act, type ActionDone } from '../act.ts';
import { fingerprintText } from '../identity/operator-key.ts';
import { allOperators, endOperator as writeEnd, type Operator } from '../identity/operator.store.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import { lockChain } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** By name or fingerprint; an ended key never acts again. The administrator who ends another stays, so one always remains. */
export function endOperator(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'operators end', async (tx) => {
    await lockChain(tx);
    const all = await allOperators(tx);
    const isMeant = (one: Operator): boolean =>
      one.endedAt === null && (one.name === typed || fingerprintText(one.fingerprint) === typed);
    const operator = all.find(isMeant);
    if (operator === undefined) return refused('no-such-operator', typed);
    if (operator.id === signOff.operatorId) return refused('ends-oneself', operator.name);
    const at = context.orders.now();
    if (!(await writeEnd(tx, operator.id, { at, by: signOff.operatorId })))
      return refused('no-such-operator', typed);
    return {
      subject: `operator:${fingerprintText(operator.fingerprint)}`,
      before: { name: operator.name, role: operator.role },
      after: { name: operator.name, ended: true },
    };
  });
}
