import { readAccountStatuses } from '@jawhara/contract';
import { refusalOfStatus, type AccountId } from '@jawhara/domain';
import type { CallAnswer } from '../api/call-answer.ts';
import { callTogether } from '../api/call-together.ts';
import { BUILD_FACTS } from '../browser/build-facts.ts';
import { refusalSentence } from './refusal-words.ts';

/** Explains why a recipient cannot be recharged: one chunk, because most recipients can. */
export { LookUpProblem } from './look-up-problem.tsx';

/** Recipients who can no longer be recharged, and why. */
export type Barred = ReadonlyMap<AccountId, string>;

/** Which of these can no longer be recharged, with the reason; one call for all, in a batch with other reads. */
export async function askBarred(accountIds: readonly AccountId[]): Promise<CallAnswer<Barred>> {
  const answer = await callTogether(readAccountStatuses, { asking: BUILD_FACTS.source, accountIds });
  if (answer.kind !== 'ok') return answer;
  const barred = new Map<AccountId, string>();
  for (const [id, status] of answer.value) {
    const refusal = refusalOfStatus(status);
    if (refusal !== null) barred.set(id, refusalSentence(refusal, ''));
  }
  return { kind: 'ok', value: barred };
}
