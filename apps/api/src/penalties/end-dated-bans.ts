import { bansPastTheirDate, isStanding } from '@jawhara/domain';
import type { Logger } from 'pino';
import { lockAccount, unbanAccount } from '../accounts/account.store.ts';
import { accountsWithEndedBans, bansOf, liftBan } from './ban.store.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';

const BATCH_MAX = 200;

interface BanEndDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly logger: Logger;
}

/**
 * [FIN-03] Ends bans whose date has passed, and makes their accounts normal again unless another ban applies. Any number of
 * workers may run this: the account is locked, and a ban that is lifted already is not changed.
 */
export async function endDatedBans({ db, now, logger }: BanEndDeps): Promise<number> {
  const at = now();
  let ended = 0;
  for (const accountId of await accountsWithEndedBans(db, at, BATCH_MAX))
    ended += await inTransaction(db, async (tx) => {
      await lockAccount(tx, accountId);
      const bans = await bansOf(tx, accountId);
      const over = bansPastTheirDate(bans, at);
      for (const { id, until } of over)
        await liftBan(tx, id, { at: until, by: `date:${until.toISOString()}` });
      if (over.length > 0 && !bans.some((ban) => isStanding(ban, at))) await unbanAccount(tx, accountId);
      return over.length;
    });
  if (ended > 0) logger.info({ ended }, 'bans ended at their date');
  return ended;
}
