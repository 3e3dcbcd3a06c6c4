import { banToTell, type AccountId, type Ban } from '@jawhara/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { bansOf } from './ban.store.ts';

/** The account's current ban. `not-reachable` says nothing about the account, so no fine is charged. */
export type BanAnswer =
  | { readonly kind: 'free' }
  | { readonly kind: 'banned'; readonly ban: Ban }
  | { readonly kind: 'not-reachable' };

/** Port to bans: our own tables, or those of an app that bans its accounts itself. We always set the price of a fine. */
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
