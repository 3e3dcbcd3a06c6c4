import { raiseAlert } from '../../alerts/alert.store.ts';
import { writeTicket } from '../../accounts/login-ticket.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, type Refused } from '../refusals.ts';
import { accountMeant } from './account-meant.ts';

/**
 * A one-time ticket that opens one session of the account. It is shown once and is in no table and no record; the record names the
 * account, and an alert has a second person look at it.
 */
export async function issueTicket(
  context: OperatorContext,
  signOff: OperatorSignOff,
  displayId: string,
): Promise<(ActionDone & { readonly ticket: string }) | Refused> {
  const { orders, chance } = context;
  let ticket = '';
  const done = await act(context, signOff, 'accounts ticket', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    const issued = await writeTicket(tx, { now: orders.now, chance }, account.id);
    ticket = issued.ticket;
    const alert = orders.newId();
    await raiseAlert(tx, {
      id: alert,
      kind: 'ticket-issued',
      orderId: null,
      recipientId: account.id,
      detail: { ticket: alert, operator: signOff.operatorId, account: account.displayId },
      at: orders.now(),
    });
    return {
      subject: `account:${account.displayId}`,
      before: { status: account.status },
      after: { signsInAs: account.displayId, ticketUntil: issued.expiresAt.toISOString(), alert },
    };
  });
  return done.kind === 'done' ? { ...done, ticket } : done;
}
