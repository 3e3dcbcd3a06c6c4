import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer, type Answer } from '../world/answer.ts';
import type { Outage } from '../world/api-outage.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import type { Json } from '../world/reading.ts';
import type { Timers } from '../world/timers.ts';
import { serverError, TOO_MANY, UNAUTHORISED } from './errors.ts';
import { formIn } from './form.ts';
import { newId } from './ids.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';

export interface AnsweringDeps {
  readonly secretKey: string;
  readonly keys: IdempotencyKeys;
  readonly outage: Outage;
  readonly timers: Timers;
}

/** The outcome of a call. `isLost`: the call has had its effect, but its answer never arrives. */
export interface StripeOutcome {
  readonly answer: Answer;
  readonly isLost?: boolean;
}

export type StripeCall = (form: Json, params: Json) => StripeOutcome;

/** The error with which a call is rejected before any work; null if it is accepted. */
function turnedAway({ outage, secretKey }: AnsweringDeps, { headers }: FastifyRequest): Answer | null {
  const turned = outage.turnsAwayNow();
  if (turned !== null) return turned === 'too-many' ? TOO_MANY : UNAUTHORISED;
  if (outage.failsNow()) return serverError(503);
  return headers.authorization === `Bearer ${secretKey}` ? null : UNAUTHORISED;
}

function formOf({ method, body, url }: FastifyRequest): URLSearchParams {
  if (method === 'POST') return body instanceof URLSearchParams ? body : new URLSearchParams();
  return new URL(url, 'http://127.0.0.1').searchParams;
}

/** Carries out a call once per idempotency key. The shop sends a key with each operation that must not happen twice. */
export function answering(deps: AnsweringDeps, call: StripeCall) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = turnedAway(deps, request);
    reply.header('request-id', newId('req'));
    await deps.timers.wait(deps.outage.now().latencyMs);
    if (refusal !== null) return sendAnswer(reply, refusal);
    const header = request.headers['idempotency-key'];
    const key = request.method === 'POST' && typeof header === 'string' ? header : null;
    const form = formOf(request);
    let isLost = false;
    const { answer, isReplay } = await deps.keys.once(key, `${request.url} ${form.toString()}`, async () => {
      const outcome = call(formIn(form), (request.params ?? {}) as Json);
      isLost = outcome.isLost ?? false;
      return outcome.answer;
    });
    if (isLost) return loseAnswer(request, reply, deps);
    if (isReplay) reply.header('idempotent-replayed', 'true');
    return sendAnswer(reply, answer);
  };
}
