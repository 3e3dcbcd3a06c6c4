import { drawAt } from './random.ts';
import type { World } from './world.ts';

export interface Turns {
  /** How many turns the tasks get after the action; null: until no task can go on. */
  readonly turns: number | null;
  /** Seed of the order in which tasks get their turns; 0: the oldest first. */
  readonly order: number;
  /** The turn at which the process of the chosen task dies; null: none does. */
  readonly diesAt: number | null;
}

const TURNS_MAX = 3_000;
const RETRY_SOON_MS = 6_000;

/** Lets the waiting tasks go on, one gate per turn. Returns the number of turns. */
export async function takeTurns(
  { engine, scheduler }: World,
  { turns = null, order = 0, diesAt = null }: Partial<Turns> = {},
): Promise<number> {
  for (let turn = 0; turn < (turns ?? TURNS_MAX); turn += 1) {
    engine.dispatch();
    const tasks = scheduler.runnable();
    const task = tasks[order === 0 ? 0 : drawAt(order, turn, Math.max(tasks.length, 1))];
    if (task === undefined) return turn;
    if (turn === diesAt) await scheduler.kill(task);
    else await scheduler.advance(task);
  }
  if (turns === null) throw new Error('the tasks never come to rest');
  return turns;
}

/**
 * Moves the clock to the next retry of a failing handler and plays it: up to `triesMax` times, while the next one is 6 s away or
 * less.
 */
export async function playRetries(world: World, triesMax: number): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = world.engine.nextRetryAt();
    const waitMs = next === null ? Infinity : next.getTime() - world.clock.now().getTime();
    if (waitMs > RETRY_SOON_MS) return;
    world.clock.forward(Math.max(waitMs, 0));
    await takeTurns(world);
  }
}
