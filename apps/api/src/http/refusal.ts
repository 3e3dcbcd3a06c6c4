import { ERROR_CATALOGUE, type RefusalKind } from '@jawhara/contract';
import type { FastifyReply } from 'fastify';
import { refusalEnvelope, type Answer } from './answer.ts';
import { localeOf } from './locale-of.ts';

/** Remembered beside the answer, for whoever counts answers: the envelope is bytes by then. */
const sent = new WeakMap<FastifyReply, RefusalKind>();

export function refusalSent(reply: FastifyReply): RefusalKind | null {
  return sent.get(reply) ?? null;
}

/** A refusal in its envelope, with the time to wait where there is one. */
export function sendRefusal(reply: FastifyReply, given: Answer<never>): FastifyReply {
  if (given.kind !== 'refusal') throw new Error('only refusals are sent here');
  sent.set(reply, given.refusal);
  if (given.retryAfterS !== undefined) reply.header('retry-after', String(given.retryAfterS));
  if (given.refusal === 'post-only') reply.header('allow', 'POST');
  return reply
    .code(ERROR_CATALOGUE[given.refusal].httpStatus)
    .send(refusalEnvelope(given.refusal, localeOf(reply.request), given.data ?? null));
}
