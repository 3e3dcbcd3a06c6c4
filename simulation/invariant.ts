import type { Violation } from './violation.ts';
import type { World } from './world.ts';

/** Must hold after every action of a history. */
export type Invariant = (world: World) => Promise<Violation | null>;
