import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MerchantSessions } from '../apple-pay/merchant-session.ts';
import { sendAnswer, type Answer } from '../world/answer.ts';
import type { Idempotency } from '../world/idempotency.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { errorAnswer, serverError } from './errors.ts';
import type { PayDeps } from './pay.ts';
import { scenarioOf } from './payment.ts';

export interface ApiDeps extends PayDeps {
  readonly idempotency: Idempotency;
  readonly apiKey: string;
  readonly merchantAccount: string;
  readonly merchantSessions: MerchantSessions;
}

const IDEMPOTENCY_KEY_CHARACTERS_MAX = 64;

/** Carries out a request once per idempotency key. The test card's scenario or a set outage may drop the answer. */
export function answering(deps: ApiDeps, work: (request: FastifyRequest) => Answer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' && header !== '' ? header : null;
    if (key !== null && key.length > IDEMPOTENCY_KEY_CHARACTERS_MAX)
      return sendAnswer(reply, errorAnswer(422, '702', 'Idempotency-Key is too long', 'validation'));
    const { answer, isReplay } = await deps.idempotency.once(
      key === null ? null : `${request.url} ${key}`,
      async () => work(request),
    );
    if (key !== null) reply.header('idempotency-key', key);
    const payment = deps.payments.find(textIn(recordIn(answer.body), 'pspReference') ?? '');
    if (isReplay || payment === null) return sendAnswer(reply, answer);
    const { delivery } = scenarioOf(payment);
    // The result is stored under its key, so a repeated call gets it.
    if (delivery === 'error-after') return sendAnswer(reply, serverError());
    if (delivery !== 'lost' && !deps.outage.losesAnswerNow()) return sendAnswer(reply, answer);
    return loseAnswer(request, reply, deps);
  };
}
