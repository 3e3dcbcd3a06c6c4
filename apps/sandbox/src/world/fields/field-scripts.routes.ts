import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../../browser-script.ts';

/** What the frames and pages of every provider are made of, at the addresses their imports lead to. */
const SCRIPTS = {
  '/world/card-number.ts': '../card-number.ts',
  '/world/fields/card-input.ts': './card-input.ts',
  '/world/fields/card-field-rules.ts': './card-field-rules.ts',
  '/world/fields/frame-field.ts': './frame-field.ts',
} as const;

export function fieldScriptsRoutes(app: FastifyInstance): void {
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(address, async (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(browserScript(new URL(file, import.meta.url))),
    );
  }
}
