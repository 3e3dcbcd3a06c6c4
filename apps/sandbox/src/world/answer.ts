import type { FastifyReply } from 'fastify';

/** The answer of a simulated API, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: object | null;
}

export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return body === null ? reply.code(status).send() : reply.code(status).send(body);
}
