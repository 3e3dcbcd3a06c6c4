import { listViolations } from '../../operator/pages/list-violations.ts';
import { shown, type Commands } from '../command.ts';
import { ageText, table } from '../print.ts';

export const PAGE_COMMANDS = {
  'pages violations': {
    kind: 'reads',
    usage: 'pages violations [--days N]',
    says: 'what browsers kept off our pages: a script nobody listed, an address nobody configured',
    options: { days: { type: 'string', default: '1' } },
    async run({ context, now, option }) {
      const days = Number(option('days'));
      if (!Number.isInteger(days) || days < 1) return { kind: 'usage' };
      const counts = await listViolations(context, now, days);
      if (counts.length === 0) return shown(['No browser kept anything off a page.']);
      const rows = counts.map(({ times, devices, directive, blocked, page, lastAt }) => [
        times,
        devices,
        directive,
        blocked,
        page,
        ageText(lastAt, now),
      ]);
      return shown(table(['times', 'devices', 'rule', 'kept off', 'page', 'last'], rows));
    },
  },
} as const satisfies Commands;
