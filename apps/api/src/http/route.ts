import { parse, type Endpoint } from '@jawhara/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionDeps } from '../accounts/session-key.ts';
import { goodEnvelope, refusalEnvelope, type Answer } from './answer.ts';
import { identifyCaller, type Caller } from './caller.ts';
import { ERROR_CATALOGUE } from '@jawhara/contract';

export interface Asked<Request> {
  readonly request: Request;
  readonly caller: Caller;
  readonly http: FastifyRequest;
}

export type Route = <Request, Value>(
  endpoint: Endpoint<Request, Value>,
  handler: (asked: Asked<Request>) => Promise<Answer<Value>>,
) => void;

function send(reply: FastifyReply, given: Answer<never>): FastifyReply {
  if (given.kind !== 'refusal') throw new Error('only refusals are sent here');
  if (given.retryAfterS !== undefined) reply.header('retry-after', String(given.retryAfterS));
  return reply
    .code(ERROR_CATALOGUE[given.refusal].httpStatus)
    .send(refusalEnvelope(given.refusal, given.data ?? null));
}

/** Binds a value of the contract to its handler: parsed once at the door, written once on the way out. */
export function router(server: FastifyInstance, sessions: SessionDeps): Route {
  return (endpoint, handler) => {
    server.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      handler: async (http, reply) => {
        const wire = { ...(http.query as object), ...(http.body as object | null) };
        const caller = await identifyCaller(http, reply, wire, sessions);
        const parsed = parse(endpoint.request, wire);
        if (parsed.kind === 'malformed') {
          http.log.info({ call: endpoint.name, where: parsed.where }, 'malformed request');
          return send(reply, { kind: 'refusal', refusal: 'malformed' });
        }
        const given = await handler({ request: parsed.value, caller, http });
        if (given.kind === 'refusal') return send(reply, given);
        return reply.send(goodEnvelope(endpoint.answer.write(given.value)));
      },
    });
  };
}
