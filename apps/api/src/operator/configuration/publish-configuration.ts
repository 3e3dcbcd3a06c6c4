import { goBackToVersion, publishSettings, type Published } from '../../site-config/publish-settings.ts';
import { newestVersions } from '../../site-config/site-config.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import { act, type ActionFacts, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

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
