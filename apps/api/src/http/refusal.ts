import {
  ERROR_CATALOGUE,
  wireRepeatQuestion,
  type RefusalKind,
  type RepeatQuestion,
} from '@jawhara/contract';
import { readLocale, type Locale } from '@jawhara/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalEnvelope, refuse, type Answer } from './answer.ts';

/** The language of the messages that the caller gets. */
export function localeOf(request: Pick<FastifyRequest, 'headers'>): Locale {
  return readLocale(request.headers['accept-language']);
}

/** The kind of refusal by reply, for metrics: when metrics are counted, the envelope is already bytes. */
const sent = new WeakMap<FastifyReply, RefusalKind>();

export function refusalSent(reply: FastifyReply): RefusalKind | null {
  return sent.get(reply) ?? null;
}

/** Sends a refusal in the envelope. If the caller may try again after some seconds, the header says so. */
export function sendRefusal(reply: FastifyReply, refusalAnswer: Answer<never>): FastifyReply {
  if (refusalAnswer.kind !== 'refusal') throw new Error('only refusals are sent here');
  sent.set(reply, refusalAnswer.refusal);
  if (refusalAnswer.retryAfterS !== undefined) reply.header('retry-after', String(refusalAnswer.retryAfterS));
  if (refusalAnswer.refusal === 'post-only') reply.header('allow', 'POST');
  return reply
    .code(ERROR_CATALOGUE[refusalAnswer.refusal].httpStatus)
    .send(refusalEnvelope(refusalAnswer.refusal, localeOf(reply.request), refusalAnswer.data ?? null));
}

/** The refusal of a payment, with the seconds to wait, or with the earlier purchase that the payer has to confirm repeating. */
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
