import type { SignOff } from '@jawhara/domain';
import { writeTicket } from '../../accounts/login-ticket.ts';
import { act, type Done } from '../act.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, type Refused } from '../refusals.ts';
import { accountMeant } from './account-meant.ts';

/** A one-time ticket that opens one session of the account. It is shown once and is in no table and no record. */
export async function issueTicket(
  context: OperatorContext,
  signOff: SignOff,
  displayId: string,
): Promise<(Done & { readonly ticket: string }) | Refused> {
  const { orders, chance } = context;
  let ticket = '';
  const done = await act(context, signOff, 'accounts ticket', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    const issued = await writeTicket(tx, { now: orders.now, chance }, account.id);
    ticket = issued.ticket;
    return {
      subject: `account:${account.displayId}`,
      before: { status: account.status },
      after: { ticketUntil: issued.expiresAt.toISOString() },
    };
  });
  return done.kind === 'done' ? { ...done, ticket } : done;
}
