import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Tx } from '../../platform/postgres.ts';
import {
  goBackToVersion,
  listVersions,
  publishSettings,
  type Published,
} from '../../site-config/publish-settings.ts';
import { newestVersions } from '../../site-config/site-config.store.ts';
import { act, type ActionDone, type ActionFacts } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { table } from '../report-parts.ts';
import { numberWord, word } from '../verb-fields.ts';
import { change, openRead, shown } from '../verb.ts';

async function written(
  tx: Tx,
  publish: () => Promise<Published>,
  more: ActionFacts['after'],
): Promise<ActionFacts | Refused> {
  const [newest] = await newestVersions(tx, 1);
  const published = await publish();
  if (published.kind === 'wrong-parts') return refused('settings-wrong', published.parts.join(', '));
  if (published.kind === 'no-such-version') return refused('no-such-version');
  return {
    subject: 'configuration',
    before: { version: newest?.version ?? null },
    after: { version: published.version, ...more },
  };
}

/** A new version of the site's settings, whole: the next request reads it. */
export function publishConfiguration(
  context: OperatorContext,
  signOff: OperatorSignOff,
  settings: object,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'configure publish', (tx) =>
    written(tx, () => publishSettings(tx, settings, signOff), {}),
  );
}

/** Back to an old version, by appending a copy of it. */
export function goBackToConfiguration(
  context: OperatorContext,
  signOff: OperatorSignOff,
  version: number,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'configure back', async (tx) => {
    if (!Number.isSafeInteger(version)) return refused('no-such-version', String(version));
    return written(tx, () => goBackToVersion(tx, version, signOff), { copyOf: version });
  });
}

async function objectIn(path: string): Promise<object | null> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as unknown;
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

export const CONFIGURATION_VERBS = [
  openRead({
    name: 'configure history',
    says: 'what was published of the site’s configuration, by whom and why',
    input: v.strictObject({}),
    async run({ context }) {
      const rows = (await listVersions(context.orders.db)).map((one) => [
        one.version,
        one.createdAt,
        one.by,
        one.copyOf === null ? null : `copy of ${one.copyOf}`,
        one.why,
      ]);
      return shown(table(['version', 'when', 'by', '', 'why'], rows));
    },
  }),
  change({
    name: 'configure publish',
    says: 'publish a new version; the next request reads it',
    input: v.strictObject({ file: word('SETTINGS.json') }),
    async run({ context, signOff }, { file }) {
      const settings = await objectIn(file);
      if (settings === null) return refused('file-unreadable', file);
      return publishConfiguration(context, signOff, settings);
    },
  }),
  change({
    name: 'configure back',
    says: 'go back to an old version, by appending a copy of it',
    input: v.strictObject({ version: numberWord('VERSION') }),
    run: ({ context, signOff }, { version }) => goBackToConfiguration(context, signOff, version),
  }),
] as const;
