import { ERROR_CATALOGUE, type RefusalKind } from '@jawhara/contract';
import { readLocale, type Locale } from '@jawhara/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalEnvelope, type Answer } from './answer.ts';

/** The language in which the caller reads our sentences. */
export function localeOf(request: Pick<FastifyRequest, 'headers'>): Locale {
  return readLocale(request.headers['accept-language']);
}

/** Stored beside the answer for metrics, because the envelope is bytes by then. */
const sent = new WeakMap<FastifyReply, RefusalKind>();

export function refusalSent(reply: FastifyReply): RefusalKind | null {
  return sent.get(reply) ?? null;
}

/** Sends a refusal in its envelope, with the seconds to wait where there are any. */
export function sendRefusal(reply: FastifyReply, refusalAnswer: Answer<never>): FastifyReply {
  if (refusalAnswer.kind !== 'refusal') throw new Error('only refusals are sent here');
  sent.set(reply, refusalAnswer.refusal);
  if (refusalAnswer.retryAfterS !== undefined) reply.header('retry-after', String(refusalAnswer.retryAfterS));
  if (refusalAnswer.refusal === 'post-only') reply.header('allow', 'POST');
  return reply
    .code(ERROR_CATALOGUE[refusalAnswer.refusal].httpStatus)
    .send(refusalEnvelope(refusalAnswer.refusal, localeOf(reply.request), refusalAnswer.data ?? null));
}
