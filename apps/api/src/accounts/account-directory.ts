import type { Account, AccountId } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import * as accounts from './account.store.ts';

/**
 * Answer of the keeper of the accounts. `unknown`: the keeper has no such account. `not-reachable`: the keeper gave no answer that can
 * be trusted, which says nothing about the account: nobody is refused, charged or logged out because of it.
 */
export type AccountAnswer =
  | { readonly kind: 'known'; readonly account: Account }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not-reachable' };

/** The port to the accounts: our own tables, or those of an app that keeps its accounts itself. */
export interface AccountDirectory {
  accountById(id: AccountId): Promise<AccountAnswer>;
}

export function ownAccounts(db: Db): AccountDirectory {
  return {
    async accountById(id) {
      const account = await accounts.accountById(db, id);
      return account === null ? { kind: 'unknown' } : { kind: 'known', account };
    },
  };
}
