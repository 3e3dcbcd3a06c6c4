import { banToTell, type AccountId, type Ban } from '@jawhara/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { bansOf } from './ban.store.ts';

/** The ban that stands, of all that an account has. `not-reachable` says nothing about the account: no fine is asked for. */
export type BanAnswer =
  | { readonly kind: 'free' }
  | { readonly kind: 'banned'; readonly ban: Ban }
  | { readonly kind: 'not-reachable' };

/** The port to bans: our own tables, or those of an app that bans its accounts itself. The price of a fine is always ours. */
export interface BanDirectory {
  banOf(accountId: AccountId): Promise<BanAnswer>;
}

export function ownBans(db: Db, now: Clock): BanDirectory {
  return {
    async banOf(accountId) {
      const ban = banToTell(await bansOf(db, accountId), now());
      return ban === null ? { kind: 'free' } : { kind: 'banned', ban };
    },
  };
}
