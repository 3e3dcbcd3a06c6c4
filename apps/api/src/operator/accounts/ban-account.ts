import { banAccount as markBanned, lockAccount } from '../../accounts/account.store.ts';
import { giveBan } from '../../penalties/ban.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { accountMeant } from './account-meant.ts';

export interface BanInput {
  readonly displayId: string;
  /** Only the others can be paid off or end by themselves. */
  readonly isPermanent: boolean;
  /** A day, as 2026-12-31; null: until somebody lifts it. */
  readonly until: string | null;
}

function dayOf(text: string, now: Date): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59Z`) : null;
  return day !== null && day > now && day.toISOString().startsWith(text) ? day : null;
}

/** By a person, for a reason of their own: no fine lifts it, and it does not count among the bans for refunds. */
export function banAccount(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { displayId, isPermanent, until }: BanInput,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'accounts ban', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    const written = await lockAccount(tx, account.id);
    // A ban whose date has come is over, whether or not the worker has written it down.
    const status = account.status === 'normal' ? account.status : written;
    if (status === 'banned') return refused('banned-already');
    if (status !== 'normal') return refused('account-closed', account.status);
    const now = context.orders.now();
    const ends = until === null ? null : dayOf(until, now);
    if (until !== null && (ends === null || isPermanent)) return refused('date-unreadable', until);
    const kind = isPermanent ? 'permanent' : 'other';
    await giveBan(tx, { accountId: account.id, kind, causeOrderId: null, since: now, until: ends });
    await markBanned(tx, account.id);
    return {
      subject: `account:${account.displayId}`,
      before: { status },
      after: { status: 'banned', ban: kind, until: ends?.toISOString() ?? null },
    };
  });
}
