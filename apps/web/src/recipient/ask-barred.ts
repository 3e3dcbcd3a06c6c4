import { readAccountStatuses } from '@jawhara/contract';
import { refusalOfStatus, SITE_SOURCE, type AccountId } from '@jawhara/domain';
import type { CallAnswer } from '../api/call-answer.ts';
import { call } from '../api/call.ts';
import { refusalSentence } from './refusal-words.ts';

/** Who may not be recharged any more, and why. */
export type Barred = ReadonlyMap<AccountId, string>;

/** Who of these may not be recharged any more, each with the reason; one call for all of them. */
export async function askBarred(accountIds: readonly AccountId[]): Promise<CallAnswer<Barred>> {
  const answer = await call(readAccountStatuses, { asking: SITE_SOURCE, accountIds });
  if (answer.kind !== 'ok') return answer;
  const barred = new Map<AccountId, string>();
  for (const [id, status] of answer.value) {
    const refusal = refusalOfStatus(status);
    if (refusal !== null) barred.set(id, refusalSentence(refusal, ''));
  }
  return { kind: 'ok', value: barred };
}
