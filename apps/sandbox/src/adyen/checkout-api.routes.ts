import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordIn, textIn } from '../world/reading.ts';
import { sendAnswer } from '../world/answer.ts';
import { answering, type ApiDeps } from './answering.ts';
import { errorAnswer, UNAUTHORISED } from './errors.ts';
import { modificationRoutes } from './modification.routes.ts';
import { pay, payWithDetails } from './pay.ts';
import { storedCardRoutes } from './stored-card.routes.ts';

function accountOf(request: FastifyRequest): string | null {
  return (
    textIn(recordIn(request.body), 'merchantAccount') ?? textIn(recordIn(request.query), 'merchantAccount')
  );
}

/** Checkout API v72, as far as a shop with cards needs it. */
export function checkoutApiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (request.headers['x-api-key'] !== deps.apiKey) return sendAnswer(reply, UNAUTHORISED);
        const turned = deps.outage.turnsAwayNow();
        if (turned === 'revoked-key') return sendAnswer(reply, UNAUTHORISED);
        await deps.timers.wait(deps.outage.now().latencyMs);
        if (turned === 'too-many')
          return sendAnswer(reply, errorAnswer(429, '000', 'Too many requests', 'internal'));
        if (deps.outage.failsNow())
          return sendAnswer(reply, errorAnswer(503, '000', 'Service temporarily unavailable', 'internal'));
        return undefined;
      });
      scope.addHook('preHandler', async (request, reply) => {
        // The results of a bank's question name no account.
        if (request.url.endsWith('/payments/details') || accountOf(request) === deps.merchantAccount)
          return undefined;
        return sendAnswer(reply, errorAnswer(403, '901', 'Invalid Merchant Account', 'security'));
      });
      scope.post(
        '/payments',
        answering(deps, (request) => pay(deps, request.body)),
      );
      scope.post(
        '/payments/details',
        answering(deps, (request) => payWithDetails(deps, request.body)),
      );
      modificationRoutes(scope, deps);
      storedCardRoutes(scope, deps.storedCards);
    },
    { prefix: '/adyen/v72' },
  );
}
