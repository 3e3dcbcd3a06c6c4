import { readFile } from 'node:fs/promises';
import {
  goBackToConfiguration,
  publishConfiguration,
} from '../../operator/configuration/publish-configuration.ts';
import { refused } from '../../operator/refusals.ts';
import { listVersions } from '../../site-config/publish-settings.ts';
import { shown, type Commands } from '../command.ts';
import { table, timeText } from '../print.ts';

async function objectIn(path: string): Promise<object | null> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as unknown;
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

export const CONFIGURE_COMMANDS = {
  'configure history': {
    kind: 'reads',
    usage: 'configure history',
    says: 'what was published of the site’s configuration, by whom and why',
    async run({ context }) {
      const rows = (await listVersions(context.orders.db)).map((one) => [
        one.version,
        timeText(one.createdAt),
        one.by,
        one.copyOf === null ? null : `copy of ${one.copyOf}`,
        one.why,
      ]);
      return shown(table(['version', 'when', 'by', '', 'why'], rows));
    },
  },
  'configure publish': {
    kind: 'changes',
    usage: 'configure publish SETTINGS.json',
    says: 'publish a new version; the next request reads it',
    async run({ context, signOff, words: [file] }) {
      if (file === undefined) return { kind: 'usage' };
      const settings = await objectIn(file);
      if (settings === null) return refused('file-unreadable', file);
      return publishConfiguration(context, signOff, settings);
    },
  },
  'configure back': {
    kind: 'changes',
    usage: 'configure back VERSION',
    says: 'go back to an old version, by appending a copy of it',
    async run({ context, signOff, words: [version] }) {
      if (version === undefined) return { kind: 'usage' };
      return goBackToConfiguration(context, signOff, Number(version));
    },
  },
} as const satisfies Commands;
