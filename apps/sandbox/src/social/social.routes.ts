import type { FastifyInstance } from 'fastify';
import { socialScriptRoutes } from './chooser.ts';
import { facebookRoutes } from './facebook.ts';
import { googleRoutes } from './google.ts';

/** Both social providers. What they were asked to remember goes with a reset; keys stay, as theirs do. */
export function socialRoutes(app: FastifyInstance, now: () => number): { clear(): void } {
  socialScriptRoutes(app);
  googleRoutes(app, now);
  return facebookRoutes(app, now);
}
