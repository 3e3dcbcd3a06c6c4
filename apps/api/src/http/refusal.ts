import {
  ERROR_CATALOGUE,
  wireRepeatQuestion,
  type RefusalKind,
  type RepeatQuestion,
} from '@jawhara/contract';
import { readLocale, type Locale } from '@jawhara/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalEnvelope, refuse, type Answer } from './answer.ts';

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

/** The refusal of a payment on the wire, with the time to wait or the question that it comes with. */
export function refusePayment({
  refusal,
  retryAfterS,
  question,
}: {
  readonly refusal: RefusalKind;
  readonly retryAfterS?: number;
  readonly question?: RepeatQuestion;
}): Answer<never> {
  return refuse(refusal, {
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
    ...(question === undefined ? {} : { data: wireRepeatQuestion.write(question) }),
  });
}
