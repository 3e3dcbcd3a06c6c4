import { readDisplayId, type Account } from '@jawhara/domain';
import { accountByDisplayId } from '../../accounts/account.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { refused, type Refused } from '../refusals.ts';

/** The account whose display id a person types, with digits of any script. */
export async function accountMeant(db: Reader, typed: string): Promise<Account | Refused> {
  const reading = readDisplayId(typed);
  const account = reading.kind === 'read' ? await accountByDisplayId(db, reading.displayId) : null;
  return account ?? refused('no-such-account', typed);
}
