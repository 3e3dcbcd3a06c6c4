import { readFine } from '@jawhara/contract';
import { isIdAskedFor } from '@jawhara/domain';
import { keepFine } from '../../api/use-fine.ts';
import type { Find } from '../../recipient/use-look-up.ts';

/** Whose ban is it? Found with everything that is known of the fine, so that it is not asked twice. */
export const lookUpFine: Find = async (displayId, call, signal) => {
  const answer = await call(readFine, { displayId }, { signal });
  if (answer.kind === 'failed') return { kind: 'failed', displayId, failure: answer.failure };
  if (answer.kind === 'refused') {
    const { refusal, message } = answer;
    return { kind: 'refused', displayId, refusal, message };
  }
  const { account } = answer.value;
  if (!isIdAskedFor(displayId, account.displayId)) {
    return { kind: 'refused', displayId, refusal: 'not-found', message: '' };
  }
  keepFine(answer.value);
  return { kind: 'found', recipient: account };
};
