import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../../browser-script.ts';

/** Scripts of the frames and pages of every provider, at the addresses their imports lead to. */
const SCRIPTS = {
  '/world/card-number.ts': new URL('../card-number.ts', import.meta.url),
  '/world/fields/card-input.ts': new URL('./card-input.ts', import.meta.url),
  '/world/fields/card-field-rules.ts': new URL('./card-field-rules.ts', import.meta.url),
  '/world/fields/frame-field.ts': new URL('./frame-field.ts', import.meta.url),
} as const;

export function fieldScriptsRoutes(app: FastifyInstance): void {
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(address, async (_request, reply) => reply.headers(SCRIPT_HEADERS).send(browserScript(file)));
  }
}
