import type { Account, AccountId } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import * as accounts from './account.store.ts';

/**
 * An answer of the account directory. `unknown`: the account does not exist. `not-reachable`: the directory gave no
 * answer that can be trusted. The account may exist then, so no payer is refused, charged or logged out because of it.
 */
export type AccountAnswer =
  | { readonly kind: 'known'; readonly account: Account }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not-reachable' };

/** The port to accounts: the shop's own tables, or those of an app that stores its accounts itself. */
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
