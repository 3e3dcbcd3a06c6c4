import { reconcile } from '../../operator/reconcile.ts';
import { bookkeeperTable, isClean } from '../../reconciliation/bookkeeper-table.ts';
import type { Commands } from '../command.ts';
import { plain } from '../print.ts';

export const RECONCILE_COMMANDS = {
  reconcile: {
    kind: 'reads',
    usage: 'reconcile --provider N --day YYYY-MM-DD [--file F.csv [MORE.csv ...]] [--zone Z]',
    says: 'the provider’s settlement report of a day against payments, orders, ledger and balances; what differs is raised',
    options: {
      provider: { type: 'string' },
      day: { type: 'string' },
      file: { type: 'string' },
      zone: { type: 'string' },
    },
    async run({ context, words, option, progress }) {
      const [provider, day, file] = [option('provider'), option('day'), option('file')];
      if (provider === null || day === null || (file === null && words.length > 0)) return { kind: 'usage' };
      const { db, now, newId } = context.orders;
      const files = [...(file === null ? [] : [file]), ...words];
      const asked = { provider, day, files, zone: option('zone') };
      const ended = await reconcile({ db, now, newId, progress }, context.reports, asked);
      if (ended.kind === 'refused') return ended;
      // Types named in a provider's file are untrusted text.
      const lines = bookkeeperTable(ended.done).split('\n').map(plain);
      return { kind: isClean(ended.done) ? 'shown' : 'differs', lines };
    },
  },
} as const satisfies Commands;
