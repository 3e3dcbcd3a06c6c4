import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordIn, textIn } from '../world/reading.ts';
import { sendAnswer } from '../world/answer.ts';
import { answering, type ApiDeps } from './answering.ts';
import { errorAnswer, serverError, UNAUTHORISED } from './errors.ts';
import { modificationRoutes } from './modification.routes.ts';
import { pay, payWithDetails } from './pay.ts';
import { storedCardRoutes } from './stored-card.routes.ts';

function accountOf(request: FastifyRequest): string | null {
  return (
    textIn(recordIn(request.body), 'merchantAccount') ?? textIn(recordIn(request.query), 'merchantAccount')
  );
}

/** Calls that need no merchant account: the result of a bank's check, and a session for Apple's payment sheet. */
const ACCOUNTLESS = ['/payments/details', '/applePay/sessions'] as const;

/** Opens an Apple Pay session with Adyen's own certificate, so that the shop needs none. */
function walletSessionRoute(app: FastifyInstance, { merchantSessions }: ApiDeps): void {
  app.post('/applePay/sessions', async (request, reply) => {
    const body = recordIn(request.body);
    const [merchantIdentifier, displayName, domainName] = [
      textIn(body, 'merchantIdentifier'),
      textIn(body, 'displayName'),
      textIn(body, 'domainName'),
    ];
    if (merchantIdentifier === null || displayName === null || domainName === null)
      return sendAnswer(reply, errorAnswer(422, '158', 'Required field is not provided.', 'validation'));
    const session = merchantSessions.open({ merchantIdentifier, displayName, domainName });
    if (session === null) return sendAnswer(reply, serverError());
    return reply.send({ data: Buffer.from(JSON.stringify(session)).toString('base64') });
  });
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
        if (
          ACCOUNTLESS.some((path) => request.url.endsWith(path)) ||
          accountOf(request) === deps.merchantAccount
        )
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
      walletSessionRoute(scope, deps);
      modificationRoutes(scope, deps);
      storedCardRoutes(scope, deps.storedCards);
    },
    { prefix: '/adyen/v72' },
  );
}
