import { parse, REQUEST_ID_HEADER, type Endpoint } from '@jawhara/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DoorLimit } from '../guards/door-limit.ts';
import { inSpan } from '../platform/tracing.ts';
import { goodEnvelope, refuse, type Answer } from './answer.ts';
import { identifyCaller, type Caller, type CallerDeps } from './caller.ts';
import { sendRefusal } from './refusal.ts';

const REQUEST_ID = /^[A-Za-z0-9-]{16,64}$/;

/** The id that a browser stores before it sends a payment, used as an idempotency key; null when it is missing or malformed. */
export function requestIdOf(http: FastifyRequest): string | null {
  const requestId = http.headers[REQUEST_ID_HEADER];
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : null;
}

export interface RouteCall<Request> {
  readonly request: Request;
  readonly caller: Caller;
  readonly http: FastifyRequest;
}

export type Route = <Request, Value>(
  endpoint: Endpoint<Request, Value>,
  handler: (call: RouteCall<Request>) => Promise<Answer<Value>>,
) => void;

/** Spelled as the framework spells it. */
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Binds a call of the contract to its handler: the request is parsed once before the handler, the answer serialised
 * once after it.
 */
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
        const routeAnswer = await inSpan(endpoint.name, { 'request.id': http.id }, () =>
          handler({ request: parsed.value, caller, http }),
        );
        if (routeAnswer.kind === 'refusal') return sendRefusal(reply, routeAnswer);
        if (routeAnswer.endsDevice) callers.devices.takeCookie(callers.devices.meet(http), reply);
        if (routeAnswer.becomesDevice) callers.devices.changeCookie(routeAnswer.becomesDevice, reply);
        if (routeAnswer.written === undefined)
          return reply.send(goodEnvelope(endpoint.answer.write(routeAnswer.value)));
        routeAnswer.written.text ??= JSON.stringify(goodEnvelope(endpoint.answer.write(routeAnswer.value)));
        return reply.type(JSON_TYPE).send(routeAnswer.written.text);
      },
    });
  };
}
