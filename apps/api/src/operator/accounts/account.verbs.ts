import { isStanding, KINDS_A_FINE_FREES, readDisplayId, refundBanCount, type Account } from '@jawhara/domain';
import * as v from 'valibot';
import {
  accountByDisplayId,
  banAccount as markBanned,
  lockAccount,
  unbanAccount as markNormal,
} from '../../accounts/account.store.ts';
import { writeTicket } from '../../accounts/log-in.ts';
import { raiseAlert } from '../../alerts/alert.store.ts';
import { bansOf, giveBan, liftBan, setEarlierRefundBans } from '../../penalties/ban.store.ts';
import { liftForFine } from '../../penalties/restriction.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { readRows } from '../read-rows.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { facts } from '../report-parts.ts';
import { flag, numberWord, optionalOption, word } from '../verb-fields.ts';
import { change } from '../verb.ts';
import { importAccounts } from './import-accounts.ts';

/** Finds the account by the display id that an operator typed, in digits of any script. */
export async function accountMeant(db: Reader, typed: string): Promise<Account | Refused> {
  const reading = readDisplayId(typed);
  const account = reading.kind === 'read' ? await accountByDisplayId(db, reading.displayId) : null;
  return account ?? refused('no-such-account', typed);
}

export interface BanInput {
  readonly displayId: string;
  /** A permanent ban can neither be paid off nor end by itself. */
  readonly isPermanent: boolean;
  /** The last day of the ban, written as 2026-12-31; null: the ban lasts until an operator lifts it. */
  readonly until: string | null;
}

function dayOf(text: string, now: Date): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59Z`) : null;
  return day !== null && day > now && day.toISOString().startsWith(text) ? day : null;
}

/**
 * Bans an account for a reason that the operator gives. Paying a fine does not lift this ban, and it does not raise
 * later fines, as a ban for a refund does.
 */
export function banAccount(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { displayId, isPermanent, until }: BanInput,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'accounts ban', async (tx) => {
    const account = await accountMeant(tx, displayId);
    if (isRefused(account)) return account;
    const written = await lockAccount(tx, account.id);
    // A ban no longer applies after its last day, even if the worker has not ended it in the table yet.
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

/**
 * Ends all bans of an account without a fine, and the restrictions that paying a fine would have ended. The ended bans
 * still raise later fines; `accounts count` corrects that. The order that caused a ban does not ban the account again.
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

const COUNT_MAX = 100;

/**
 * Corrects how many bans for refunds the account had before its newest one. Each of them doubles the fine, so a ban
 * given by mistake must not count.
 */
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
    // The number with which the account has `count` bans in total. If it is negative, the domain counts it as zero.
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

/**
 * Issues a one-time ticket that signs in to the account once. The ticket is shown once and stored in no table and no
 * record. The record of operator actions names the account, and an alert has a second operator review it.
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

const account = word('DISPLAY-ID');

export const ACCOUNT_VERBS = [
  change({
    name: 'accounts import',
    says: 'accounts as the app has them: id, display_id, nickname, icon_url, status, is_guest, source; all or nothing',
    input: v.strictObject({ file: word('FILE.csv|FILE.jsonl') }),
    run: ({ context, signOff }, { file }) =>
      importAccounts(context, signOff, { name: file, rows: readRows(file) }),
  }),
  change({
    name: 'accounts ban',
    says: 'ban an account until a day, until somebody lifts it, or for good; no fine lifts it',
    input: v.strictObject({ account, until: optionalOption('2026-12-31'), permanent: flag() }),
    run: ({ context, signOff }, input) =>
      banAccount(context, signOff, {
        displayId: input.account,
        isPermanent: input.permanent,
        until: input.until,
      }),
  }),
  change({
    name: 'accounts unban',
    says: 'lift a ban of any kind, without a fine',
    input: v.strictObject({ account }),
    run: ({ context, signOff }, input) => unbanAccount(context, signOff, input.account),
  }),
  change({
    name: 'accounts count',
    says: 'correct how many bans for refunds came before: each doubles the fine',
    input: v.strictObject({ account, count: numberWord('COUNT') }),
    run: ({ context, signOff }, input) =>
      correctBanCount(context, signOff, { displayId: input.account, count: input.count }),
  }),
  change({
    name: 'accounts ticket',
    says: 'a ticket that opens one session of the account within two minutes; shown once',
    input: v.strictObject({ account }),
    async run({ context, signOff }, input) {
      const issued = await issueTicket(context, signOff, input.account);
      if (isRefused(issued)) return issued;
      const { kind, action, ticket } = issued;
      return { kind, action, parts: [facts([['ticket ', ticket]])] };
    },
  }),
] as const;
