import { ALL_ENDPOINTS, type CallName } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';

const CALLS = new Map<string, CallName>(
  ALL_ENDPOINTS.flatMap(({ name, methods, path }) =>
    // Where GET is answered, HEAD is too, and it costs the same.
    [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].map(
      (method) => [`${method} ${path}`, name as CallName] as const,
    ),
  ),
);

/** Which call of the contract this is, however it is bound; null for everything else we serve. */
export function callOf(request: FastifyRequest): CallName | null {
  return CALLS.get(`${request.method} ${request.routeOptions.url ?? ''}`) ?? null;
}
