import type { Coverage } from './coverage.ts';
import { stepWorld } from './model-actions.ts';
import type { ModelParts } from './model-parts.ts';
import { ModelWorld } from './model-world.ts';
import { randomOf } from './random.ts';

/**
 * Runs the model once: random actions, then a time without losses; throws unless all clients then agree with the server. Returns
 * the virtual seconds until nothing was pending.
 */
export function runModel(seed: number, steps: number, parts: ModelParts, coverage: Coverage): number {
  const world = new ModelWorld(randomOf(seed), parts, coverage);
  for (let step = 0; step < steps; step += 1) stepWorld(world);
  const seconds = world.comeToRest();
  world.checkAgreement();
  return seconds;
}
