import { readSignedInAccount } from '@jawhara/contract';
import { askAgain } from './answers.ts';
import { call } from './call.ts';

/** Whose session is it now? A visitor without one is told so, which is an answer too. */
export function refreshSignedIn(): Promise<void> {
  return askAgain('signed-in-account', () => call(readSignedInAccount, {}));
}
