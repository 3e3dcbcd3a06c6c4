import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Weather } from './api-weather.ts';
import type { Timers } from './timers.ts';

/** What was asked is done, and nobody will hear of it on this connection. */
export function loseAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { timers, weather }: { readonly timers: Timers; readonly weather: Weather },
): FastifyReply {
  reply.hijack();
  timers.after(weather.now().hangMs, () => request.raw.socket.destroy());
  return reply;
}
