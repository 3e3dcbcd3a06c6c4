import type { Account, AccountSource, AccountStatus } from './account.ts';

/** The status of an account as one of the two apps sees it: unknown is a status, and so is belonging to the other app. */
export function statusSeen(
  account: Pick<Account, 'status' | 'source'> | null,
  asking: AccountSource,
): AccountStatus {
  if (!account) return 'not-existing';
  return account.source === asking ? account.status : 'source-mismatch';
}
