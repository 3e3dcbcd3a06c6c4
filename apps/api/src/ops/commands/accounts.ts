import { banAccount } from '../../operator/accounts/ban-account.ts';
import { correctBanCount } from '../../operator/accounts/correct-ban-count.ts';
import { importAccounts } from '../../operator/accounts/import-accounts.ts';
import { issueTicket } from '../../operator/accounts/issue-ticket.ts';
import { unbanAccount } from '../../operator/accounts/unban-account.ts';
import { readRows } from '../../operator/read-rows.ts';
import { isRefused } from '../../operator/refusals.ts';
import type { Commands } from '../command.ts';

export const ACCOUNT_COMMANDS = {
  'accounts import': {
    kind: 'changes',
    usage: 'accounts import FILE.csv|FILE.jsonl',
    says: 'accounts as the app has them: id, display_id, nickname, icon_url, status, is_guest, source; all or nothing',
    async run({ context, signOff, words: [file] }) {
      if (file === undefined) return { kind: 'usage' };
      return importAccounts(context, signOff, { name: file, rows: readRows(file) });
    },
  },
  'accounts ban': {
    kind: 'changes',
    usage: 'accounts ban DISPLAY-ID [--until 2026-12-31 | --permanent]',
    says: 'ban an account; no fine lifts it',
    options: { until: { type: 'string' }, permanent: { type: 'boolean' } },
    async run({ context, signOff, words: [displayId], option, flag }) {
      if (displayId === undefined) return { kind: 'usage' };
      const wanted = { displayId, isPermanent: flag('permanent'), until: option('until') };
      return banAccount(context, signOff, wanted);
    },
  },
  'accounts unban': {
    kind: 'changes',
    usage: 'accounts unban DISPLAY-ID',
    says: 'lift a ban of any kind, without a fine',
    async run({ context, signOff, words: [displayId] }) {
      return displayId === undefined ? { kind: 'usage' } : unbanAccount(context, signOff, displayId);
    },
  },
  'accounts count': {
    kind: 'changes',
    usage: 'accounts count DISPLAY-ID COUNT',
    says: 'correct how many bans for refunds came before: each doubles the fine',
    async run({ context, signOff, words: [displayId, count] }) {
      if (displayId === undefined || count === undefined) return { kind: 'usage' };
      return correctBanCount(context, signOff, { displayId, count: Number(count) });
    },
  },
  'accounts ticket': {
    kind: 'changes',
    usage: 'accounts ticket DISPLAY-ID',
    says: 'a ticket that opens one session of the account within two minutes; shown once',
    async run({ context, signOff, words: [displayId] }) {
      if (displayId === undefined) return { kind: 'usage' };
      const issued = await issueTicket(context, signOff, displayId);
      return isRefused(issued) ? issued : { ...issued, lines: [`  ticket   ${issued.ticket}`] };
    },
  },
} as const satisfies Commands;
