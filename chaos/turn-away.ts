import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDER_NUMBERS, type ProviderNumber } from '@jawhara/domain';
import type { Troubles, TurnsAway } from './plan-trouble.ts';
import type { SandboxControls } from './sandbox-controls.ts';

/** The refusing ends after this many refused calls, or after this time. */
interface Patience {
  readonly calls: number;
  readonly withinMs: number;
}

const LOOK_EVERY_MS = 100;

async function refused(sandbox: SandboxControls, provider: ProviderNumber, how: TurnsAway): Promise<number> {
  const { revokedKey, tooMany } = await sandbox.turnedAway(provider);
  return how === 'revoked-key' ? revokedKey : tooMany;
}

async function turnAwayAt(
  sandbox: SandboxControls,
  provider: ProviderNumber,
  how: TurnsAway,
  { calls, withinMs }: Patience,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  const before = await refused(sandbox, provider, how);
  await sandbox.turnAway(provider, how);
  while (Date.now() < deadline && (await refused(sandbox, provider, how)) - before < calls)
    await sleep(LOOK_EVERY_MS);
  await sandbox.turnAway(provider, null);
}

/** For a while one provider rejects our key, and another reports too many requests. */
export async function turnAway(
  sandbox: SandboxControls,
  troubles: Troubles,
  patience: Patience,
): Promise<void> {
  await Promise.all(
    PROVIDER_NUMBERS.flatMap((provider) => {
      const { turnsAway } = troubles[provider];
      return turnsAway === null ? [] : [turnAwayAt(sandbox, provider, turnsAway, patience)];
    }),
  );
}
