import type { FastifyInstance } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../browser-script.ts';
import { PAGE_HEADERS } from '../html.ts';
import { cardFramePage } from '../world/fields/card-frame-page.ts';

/** Address under /checkout-web-components/ and its file. Modules keep their file names, so that they can import each other. */
const SCRIPTS = {
  'index.js': new URL('./fields/web-components.ts', import.meta.url),
  'fields/frame.ts': new URL('./fields/frame.ts', import.meta.url),
  'fields/frame-words.ts': new URL('./fields/frame-words.ts', import.meta.url),
} as const;

/** The hosted fields: a script for the shop's page, and the frame that holds the card on this origin. */
export function cardFieldsRoutes(app: FastifyInstance): void {
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(`/checkout-web-components/${address}`, async (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(browserScript(file)),
    );
  }
  for (const component of ['card', 'card_cvv']) {
    app.get(`/checkout-web-components/${component}.html`, async (_request, reply) =>
      reply.headers(PAGE_HEADERS).send(cardFramePage('/checkout-web-components/fields/frame.ts')),
    );
  }
}
