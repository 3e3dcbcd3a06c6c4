import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WalletTokens } from '../apple-pay/wallet-tokens.ts';
import { sendAnswer, type Answer } from '../world/answer.ts';
import type { Outage } from '../world/api-outage.ts';
import type { Idempotency } from '../world/idempotency.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import type { Movements } from '../world/movements.ts';
import { integerIn, recordIn, textIn } from '../world/reading.ts';
import type { Timers } from '../world/timers.ts';
import { newDemoPayment, scenarioOf, type DemoPayment } from './payment.ts';
import type { DemoPayments } from './payments.ts';
import { movementsReport } from './movements-report.ts';

export interface DemoApiDeps {
  readonly apiKey: string;
  readonly payments: DemoPayments;
  readonly walletTokens: WalletTokens;
  readonly idempotency: Idempotency;
  readonly movements: Movements;
  readonly outage: Outage;
  readonly timers: Timers;
  /** A payment's body, in answers and in webhooks. */
  readonly bodyOf: (payment: DemoPayment) => object;
}

const fault = (status: number, error: string): Answer => ({ status, body: { error } });
const SERVER_ERROR = fault(500, 'server_error');

function pay(deps: DemoApiDeps, requestBody: unknown): Answer {
  const body = recordIn(requestBody);
  const amount = recordIn(body['amount']);
  const [requested, currency, reference] = [
    integerIn(amount, 'value'),
    textIn(amount, 'currency'),
    textIn(body, 'reference'),
  ];
  if (requested === null || requested < 1 || currency === null || reference === null)
    return fault(422, 'request_invalid');
  const token = deps.walletTokens.open(body['apple_pay_token']);
  if (token === null) return fault(422, 'token_unreadable');
  if (scenarioOf(token).delivery === 'error-before') return SERVER_ERROR;
  if (!deps.walletTokens.use(token)) return fault(422, 'token_used');
  const payment = newDemoPayment({ requested, currency, reference }, token);
  deps.payments.add(payment);
  if (scenarioOf(payment).delivery === 'later')
    deps.timers.after(deps.outage.now().settleAfterMs, () => deps.payments.decide(payment));
  else deps.payments.decide(payment);
  return { status: 201, body: deps.bodyOf(payment) };
}

function refund({ payments }: DemoApiDeps, request: FastifyRequest): Answer {
  const payment = payments.find((request.params as { id: string }).id);
  const amount = integerIn(recordIn(recordIn(request.body)['amount']), 'value');
  if (payment === null) return fault(404, 'request_invalid');
  const id = amount === null ? null : payments.refund(payment, amount);
  return id === null ? fault(422, 'refund_too_much') : { status: 201, body: { id } };
}

/** Carries out a request once per idempotency key. The test card's scenario or a set outage may drop the answer. */
function answering(deps: DemoApiDeps, work: (request: FastifyRequest) => Answer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = textIn(request.headers, 'idempotency-key');
    const { answer, isReplay } = await deps.idempotency.once(
      key === null ? null : `${request.url} ${key}`,
      async () => work(request),
    );
    const payment = deps.payments.find(textIn(recordIn(answer.body), 'id') ?? '');
    if (isReplay || payment === null) return sendAnswer(reply, answer);
    const { delivery } = scenarioOf(payment);
    if (delivery === 'error-after') return sendAnswer(reply, SERVER_ERROR);
    if (delivery !== 'lost' && !deps.outage.losesAnswerNow()) return sendAnswer(reply, answer);
    return loseAnswer(request, reply, deps);
  };
}

/** Calls that pay (by wallet tokens only), refund, look payments up, and report a day's movements of money. */
export function demoApiRoutes(app: FastifyInstance, deps: DemoApiDeps): void {
  const { payments, movements, outage, timers } = deps;
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const turned = outage.turnsAwayNow();
        if (request.headers.authorization !== `Bearer ${deps.apiKey}` || turned === 'revoked-key')
          return sendAnswer(reply, fault(401, 'key_refused'));
        await timers.wait(outage.now().latencyMs);
        if (turned === 'too-many') return sendAnswer(reply, fault(429, 'too_many_requests'));
        return outage.failsNow() ? sendAnswer(reply, fault(503, 'unavailable')) : undefined;
      });
      scope.post(
        '/payments',
        answering(deps, ({ body }) => pay(deps, body)),
      );
      scope.post(
        '/payments/:id/refunds',
        answering(deps, (request) => refund(deps, request)),
      );
      scope.get<{ Querystring: { reference?: string } }>('/payments', async ({ query }) => ({
        payments: payments.withReference(query.reference ?? '').map(deps.bodyOf),
      }));
      scope.get<{ Params: { day: string } }>('/movements/:day', async ({ params }, reply) =>
        reply.type('text/csv').send(Readable.from(movementsReport(movements.ofDay(params.day)))),
      );
    },
    { prefix: '/demo/v1' },
  );
}
