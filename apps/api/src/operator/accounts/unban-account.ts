import { isStanding, KINDS_A_FINE_FREES } from '@jawhara/domain';
import { lockAccount, unbanAccount as markNormal } from '../../accounts/account.store.ts';
import { bansOf, liftBan } from '../../penalties/ban.store.ts';
import { liftForFine } from '../../penalties/restriction.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { accountMeant } from './account-meant.ts';

/**
 * Bans of every kind end without a fine, and what a fine would have freed is free. They stay counted: `accounts count` corrects
 * that. A ban that a person has lifted is not given again for the same cause.
 */
export function unbanAccount(
  context: OperatorContext,
  signOff: OperatorSignOff,
  displayId: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'accounts unban', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    const status = await lockAccount(tx, account.id);
    const at = context.orders.now();
    const standing = (await bansOf(tx, account.id)).filter((ban) => isStanding(ban, at));
    if (status !== 'banned' && standing.length === 0) return refused('not-banned');
    const end = { at, by: `person:${signOff.by}` } as const;
    for (const { id, causeOrderId } of standing) {
      await liftBan(tx, id, end);
      if (causeOrderId !== null) await liftForFine(tx, causeOrderId, KINDS_A_FINE_FREES, end);
    }
    await markNormal(tx, account.id);
    return {
      subject: `account:${account.displayId}`,
      before: { status, bans: standing.map(({ kind }) => kind) },
      after: { status: status === 'banned' ? 'normal' : status, bans: [] },
    };
  });
}
