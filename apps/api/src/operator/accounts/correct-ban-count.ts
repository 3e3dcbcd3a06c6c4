import { refundBanCount } from '@jawhara/domain';
import { lockAccount } from '../../accounts/account.store.ts';
import { bansOf, setEarlierRefundBans } from '../../penalties/ban.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { accountMeant } from './account-meant.ts';

const COUNT_MAX = 100;

/** How many bans for refunds came before the newest: each doubles the fine, so a wrong one must be put right. */
export function correctBanCount(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { displayId, count }: { readonly displayId: string; readonly count: number },
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'accounts count', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    if (!Number.isSafeInteger(count) || count < 0 || count > COUNT_MAX)
      return refused('count-unreadable', String(count));
    await lockAccount(tx, account.id);
    const bans = await bansOf(tx, account.id);
    const newest = bans.findLast(({ kind }) => kind === 'refund');
    if (newest === undefined) return refused('never-banned');
    const before = refundBanCount(bans);
    // The count without this ban's own number beside it, below zero too: the domain cuts that off.
    const counted = bans.filter(({ kind, counts }) => kind === 'refund' && counts).length;
    const others = bans.reduce((sum, ban) => sum + (ban === newest ? 0 : ban.earlierRefundBans), 0);
    await setEarlierRefundBans(tx, newest.id, count + 1 - counted - others);
    return {
      subject: `account:${account.displayId}`,
      before: { refundBanCount: before },
      after: { refundBanCount: refundBanCount(await bansOf(tx, account.id)) },
    };
  });
}
