import type { FastifyInstance } from 'fastify';
import { socialScriptRoutes } from './chooser.ts';
import { facebookRoutes } from './facebook.ts';
import { googleRoutes } from './google.ts';

/** Both social providers. A reset removes the tokens they store; their keys stay, as real ones do. */
export function socialRoutes(app: FastifyInstance, now: () => number): { clear(): void } {
  socialScriptRoutes(app);
  googleRoutes(app, now);
  return facebookRoutes(app, now);
}
