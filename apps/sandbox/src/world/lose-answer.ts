import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outage } from './api-outage.ts';
import type { Timers } from './timers.ts';

/** Breaks the connection after a while without an answer. The request was carried out before. */
export function loseAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { timers, outage }: { readonly timers: Timers; readonly outage: Outage },
): FastifyReply {
  reply.hijack();
  timers.after(outage.now().hangMs, () => request.raw.socket.destroy());
  return reply;
}
