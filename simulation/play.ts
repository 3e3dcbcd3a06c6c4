import { findDeadEnd } from './at-rest.ts';
import { booksText } from './books.ts';
import { addCounts, reachedBy, type Counts } from './coverage.ts';
import type { SimulationDatabase } from './database.ts';
import { playAction, type Action } from './history.ts';
import { findViolation } from './invariants.ts';
import { isProgramError, type Violation } from './violation.ts';
import { openWorld, type World } from './world.ts';

export interface PlayedHistory {
  readonly violation: Violation | null;
  readonly timeline: readonly string[];
  /** The contents of our tables and of the providers' books at the end. */
  readonly books: readonly string[];
  readonly reached: Counts;
}

async function playInto(
  world: World,
  actions: readonly Action[],
  reached: Record<string, number>,
): Promise<Violation | null> {
  for (const action of actions) {
    const { isStarted, hasMoved } = await playAction(world, action);
    if (isStarted) {
      const name = `action: ${action.name}`;
      reached[name] = (reached[name] ?? 0) + 1;
    }
    const violation = hasMoved ? await findViolation(world) : null;
    if (violation !== null) return violation;
  }
  return findDeadEnd(world);
}

/** Plays a history until all its actors have stopped. The same seed and actions give the same timeline. */
export async function playHistory(
  database: SimulationDatabase,
  seed: number,
  actions: readonly Action[],
  passOver: readonly string[] = [],
): Promise<PlayedHistory> {
  await database.reset();
  const world = await openWorld(database, seed, passOver);
  const reached: Record<string, number> = {};
  const violation = await playInto(world, actions, reached).catch((error: unknown): Violation => {
    if (!isProgramError(error)) throw error;
    return { kind: 'a call fails', detail: `at rest: ${error.message}` };
  });
  return {
    violation,
    timeline: world.timeline,
    books: violation === null ? [] : await booksText(world),
    reached: addCounts(reached, await reachedBy(world)),
  };
}
