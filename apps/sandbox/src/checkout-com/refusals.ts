import type { FastifyReply } from 'fastify';
import type { Answer } from '../world/answer.ts';
import { newId } from './ids.ts';

export function invalidAnswer(codes: readonly string[]): Answer {
  return {
    status: 422,
    body: { request_id: newId('req'), error_type: 'request_invalid', error_codes: codes },
  };
}

export function invalid(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  const answer = invalidAnswer(codes);
  return reply.code(answer.status).send(answer.body);
}

export function unauthorised(reply: FastifyReply): FastifyReply {
  return reply.code(401).send();
}

export const NOT_FOUND: Answer = { status: 404, body: null };
