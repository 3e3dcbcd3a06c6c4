import { parse, type Endpoint } from '@jawhara/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DoorLimit } from '../guards/door-limit.ts';
import { inSpan } from '../platform/tracing.ts';
import { goodEnvelope, refuse, type Answer } from './answer.ts';
import { identifyCaller, type Caller, type CallerDeps } from './caller.ts';
import { sendRefusal } from './refusal.ts';

export interface RouteCall<Request> {
  readonly request: Request;
  readonly caller: Caller;
  readonly http: FastifyRequest;
}

export type Route = <Request, Value>(
  endpoint: Endpoint<Request, Value>,
  handler: (asked: RouteCall<Request>) => Promise<Answer<Value>>,
) => void;

/** As the framework says it of what it writes itself. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** Binds a value of the contract to its handler: parsed once at the door, written once on the way out. */
export function router(server: FastifyInstance, callers: CallerDeps, door: DoorLimit): Route {
  return (endpoint, handler) => {
    server.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      handler: async (http, reply) => {
        const wire = { ...(http.query as object), ...(http.body as object | null) };
        const caller = await identifyCaller(http, wire, callers);
        const retryAfterS = caller.accountId && (await door.ofAccount(endpoint.name, caller.accountId));
        if (retryAfterS) return sendRefusal(reply, refuse('too-many-tries', { retryAfterS }));
        const parsed = parse(endpoint.request, wire);
        if (parsed.kind === 'malformed') {
          http.log.info({ call: endpoint.name, where: parsed.where }, 'malformed request');
          return sendRefusal(reply, { kind: 'refusal', refusal: 'malformed' });
        }
        const given = await inSpan(endpoint.name, { 'request.id': http.id }, () =>
          handler({ request: parsed.value, caller, http }),
        );
        if (given.kind === 'refusal') return sendRefusal(reply, given);
        if (given.endsDevice) callers.devices.takeCookie(callers.devices.meet(http), reply);
        if (given.becomesDevice) callers.devices.changeCookie(given.becomesDevice, reply);
        if (given.written === undefined) return reply.send(goodEnvelope(endpoint.answer.write(given.value)));
        given.written.text ??= JSON.stringify(goodEnvelope(endpoint.answer.write(given.value)));
        return reply.type(JSON_TYPE).send(given.written.text);
      },
    });
  };
}
