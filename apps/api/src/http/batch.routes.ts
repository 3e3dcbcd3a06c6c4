import {
  NO_USAGE_HEADER,
  runBatch,
  sessionKeyHeader,
  type BatchPart,
  type WireValue,
} from '@jawhara/contract';
import { USAGE_OBJECTION } from '@jawhara/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer } from './answer.ts';
import { answerBatch } from './batch.ts';
import type { Caller } from './caller.ts';
import { localeOf } from './locale-of.ts';
import type { Route } from './route.ts';

/** A query carries texts; what is no text goes as JSON, as the site itself would send it. */
function queryOf(params: BatchPart['params']): Record<string, string> {
  const asText = (value: WireValue) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, asText(value)]));
}

/**
 * Each part goes through the whole server again: limits, tripwire, parsing and all. Where it comes from was judged of the batch,
 * which counts as a change whatever it holds: no part of a batch from elsewhere is begun.
 */
export function batchRoutes(route: Route, server: FastifyInstance): void {
  route(runBatch, async ({ request, caller, http }) =>
    answer(
      await answerBatch(
        request,
        async (part, headers) => {
          const response = await server.inject({
            method: part.method,
            url: part.path,
            remoteAddress: caller.address,
            headers: { ...identityOf(part, caller, http), ...headers, ...wishesOf(caller) },
            ...(part.method === 'GET' ? { query: queryOf(part.params) } : { payload: { ...part.params } }),
          });
          return response.payload;
        },
        localeOf(http),
      ),
    ),
  );
}

/** The device and the session of the one who sent the batch, also when it has just been given its identity. */
function identityOf(part: BatchPart, caller: Caller, http: FastifyRequest): Record<string, string> {
  return {
    ...(http.device === null ? {} : { cookie: `${http.device.cookie.name}=${http.device.cookie.value}` }),
    // The list of somebody's sessions names the browser that signed in, also by a batch.
    ...(http.headers['user-agent'] === undefined ? {} : { 'user-agent': http.headers['user-agent'] }),
    ...(caller.sessionKey === null ? {} : { [sessionKeyHeader(part.path)]: caller.sessionKey }),
  };
}

/** An objection to usage records holds for every part, whatever the part says. */
function wishesOf({ objectsToUsage }: Caller): Record<string, string> {
  return objectsToUsage ? { [NO_USAGE_HEADER]: USAGE_OBJECTION } : {};
}
