import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Tx } from '../../platform/postgres.ts';
import {
  goBackToVersion,
  listVersions,
  publishedParts,
  publishPart,
  publishSettings,
  type Published,
} from '../../site-config/publish-settings.ts';
import { newestVersions } from '../../site-config/site-config.store.ts';
import { PART_NAMES } from '../../site-config/site-settings.ts';
import { act, type ActionDone, type ActionFacts } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { table } from '../report-parts.ts';
import { numberWord, optionalOption, optionalWords, word } from '../verb-fields.ts';
import { change, openRead, shown, type Report } from '../verb.ts';

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

/** Publishes a new version of all settings of the site. The next request already reads it. */
export function publishConfiguration(
  context: OperatorContext,
  signOff: OperatorSignOff,
  settings: object,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'configure publish', (tx) =>
    written(tx, () => publishSettings(tx, settings, signOff), {}),
  );
}

/** Publishes a new version in which one part of the settings is replaced and all other parts stay as they are. */
export function publishConfigurationPart(
  context: OperatorContext,
  signOff: OperatorSignOff,
  part: { readonly name: string; readonly value: unknown },
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'configure publish', async (tx) => {
    if (!PART_NAMES.includes(part.name)) return refused('no-such-part', part.name);
    return written(tx, () => publishPart(tx, part, signOff), { part: part.name });
  });
}

/** Publishes a copy of an old version as the newest one. */
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

async function valueIn(path: string): Promise<{ readonly value: unknown } | null> {
  try {
    return { value: JSON.parse(await readFile(path, 'utf8')) as unknown };
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shows all parts with what is published of each, or one part as JSON, which an operator can edit and publish again. */
async function showConfiguration({ orders: { db } }: OperatorContext, part: string | null): Promise<Report> {
  const parts = await publishedParts(db);
  if (part === null)
    return shown(
      table(
        ['part', 'published'],
        parts.map(({ name, json }) => [name, json ?? 'not published: its default counts']),
      ),
    );
  const found = parts.find(({ name }) => name === part);
  if (found === undefined) return refused('no-such-part', part);
  return found.json === null ? refused('part-not-published', part) : shown(found.json);
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
  openRead({
    name: 'configure show',
    says: 'what is published of the site’s configuration: all of it, or one part as JSON',
    input: v.strictObject({ part: optionalWords('PART') }),
    run: ({ context }, { part }) => showConfiguration(context, part),
  }),
  change({
    name: 'configure publish',
    says: 'publish a new version; the next request reads it. It replaces everything, or with --part that part alone',
    input: v.strictObject({ file: word('SETTINGS.json'), part: optionalOption('PART') }),
    async run({ context, signOff }, { file, part }) {
      const read = await valueIn(file);
      if (read === null) return refused('file-unreadable', file);
      const { value } = read;
      if (part !== null) return publishConfigurationPart(context, signOff, { name: part, value });
      return isObject(value)
        ? publishConfiguration(context, signOff, value)
        : refused('file-unreadable', file);
    },
  }),
  change({
    name: 'configure back',
    says: 'go back to an old version, by appending a copy of it',
    input: v.strictObject({ version: numberWord('VERSION') }),
    run: ({ context, signOff }, { version }) => goBackToConfiguration(context, signOff, version),
  }),
] as const;
