import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outage } from './api-outage.ts';
import type { Timers } from './timers.ts';

/** The request is carried out, and its answer never arrives on this connection. */
export function loseAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { timers, outage }: { readonly timers: Timers; readonly outage: Outage },
): FastifyReply {
  reply.hijack();
  timers.after(outage.now().hangMs, () => request.raw.socket.destroy());
  return reply;
}
