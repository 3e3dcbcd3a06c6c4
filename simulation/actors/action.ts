import type { World } from '../world.ts';

/**
 * Starts an actor's action. `which` and `how` choose among the objects that exist at its turn, so any subset of a history's
 * actions can be played: shrinking needs that. Returns false if there was no object to act on.
 */
export type Start = (world: World, which: number, how: number) => boolean | Promise<boolean>;

export interface ActionKind {
  /** How often this kind of action is drawn, relative to the others. */
  readonly weight: number;
  readonly start: Start;
}

export const at = <T>(from: readonly T[], number: number): T | undefined =>
  from[number % Math.max(from.length, 1)];

/** Runs the work as a task of its own. An error that it throws is a violation: the engine's retries should absorb every fault. */
export function act(
  world: World,
  who: string,
  work: () => Promise<string | null>,
  onDeath: () => void = () => {},
): void {
  const { scheduler, log, violations } = world;
  scheduler.spawn(
    who,
    async () => {
      try {
        const outcome = await work();
        if (outcome !== null) log(`${who}${outcome}`);
      } catch (error) {
        violations.push({ kind: 'a call fails', detail: `${who}: ${(error as Error).message}` });
      }
    },
    (where) => {
      log(`${who}: its process dies before: ${where}`);
      onDeath();
    },
  );
}
